import { type RawBuilder, sql } from 'kysely';
import { metric } from '#features/engagement/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/**
 * Each campaign that sends emails of an automation with the figures of what was sent in a span. Such a campaign goes on for months, so its emails count
 * when a mail server took them, and complaints when they came; emails of other campaigns count when the campaign began.
 */
export const stepFigures = (ctx: Context, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => {
  const clientId = activeClient(ctx);
  return sql`
    select id, name, automation_id, step_id, sent_at, client_id, sent, opened, clicked, bounced, complained, not is_reported and sent > 0 as is_estimated,
      case when is_reported then delivered else greatest(0, sent - bounced) end as delivered
    from (
      select campaigns.id, name, automation_id, step_id, sent_at, campaigns.client_id, coalesce((stats ->> 'delivered')::bigint, 0) > 0 as is_reported, taken.*, reported.complained
      from campaigns cross join lateral (
        select coalesce(sum(sent), 0) as sent, coalesce(sum(delivered), 0) as delivered, coalesce(sum(opened), 0) as opened,
          coalesce(sum(clicked), 0) as clicked, coalesce(sum(bounced), 0) as bounced
        from campaign_cohorts cohort where cohort.organization_id = ${ctx.organizationId}::uuid and cohort.campaign_id = campaigns.id
          and quarter >= ${from} and quarter < ${to}
      ) taken cross join lateral (
        select coalesce(sum(total), 0) as complained from stat_hours
        where stat_hours.organization_id = ${ctx.organizationId}::uuid and subject_id = campaigns.id and metric = ${metric.email.complained}
          and hour >= ${from} and hour < ${to}
      ) reported
      where campaigns.organization_id = ${ctx.organizationId}::uuid and automation_id is not null and deleted_at is null
        and (${clientId}::uuid is null or campaigns.client_id = ${clientId}::uuid)
    ) as counted`;
};
