import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/**
 * Each campaign in sight with its figures: where from a subquery, with a condition on `sent_at`. Emails to one contact and deleted
 * campaigns are left out. Those of automations are there: lists leave them out by `is_step`. A sequence is there without figures, which are those of its emails: lists leave it out by `is_sequence`. `delivered` follows the rule of the report of one campaign. Whoever asks for neither `sent` nor `delivered` does not
 * read the counts.
 */
export const sentFigures = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`
    select id, name, client_id, sent_at, is_step, is_sequence, sent, opened, clicked, bounced, complained,
      case when reported > 0 then reported else greatest(0, sent - bounced) end as delivered, reported = 0 and sent > 0 as is_estimated
    from (
      select id, name, client_id, sent_at, automation_id is not null as is_step, type = 'SEQUENCE' as is_sequence,
        coalesce(case when counts_kept then accepted.people else (stats -> 'progress' ->> 'accepted')::bigint end, 0) as sent,
        coalesce((stats ->> 'delivered')::bigint, 0) as reported, coalesce((stats ->> 'opened')::bigint, 0) as opened,
        coalesce((stats ->> 'clicked')::bigint, 0) as clicked, coalesce((stats ->> 'bounced')::bigint, 0) as bounced,
        coalesce((stats ->> 'complained')::bigint, 0) as complained
      from campaigns left join lateral (${accepted(ctx)}) accepted on true
      where organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null
        and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
    ) as counted`;
};

/** What was folded and what was not yet, in one statement, so that a fold in between is seen as a whole or not at all. */
const accepted = (ctx: Context) => sql`
  select sum(people) as people from (
    select people from campaign_progress where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id and state = 'accepted'
    union all select people from campaign_progress_deltas
      where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id and state = 'accepted'
  ) as kept`;
