import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/**
 * `days` of no mail from `askedAt` on, in milliseconds since 1970; 0 days end a break. `folded` is the address it is about,
 * `clientId` whose mail it was; contact and campaign are null where no ledger leads to them any more.
 */
export type Preference = {
  id: string;
  contactId: string | null;
  campaignId: string | null;
  clientId: string | null;
  folded: string | null;
  askedAt: number;
  days: number;
};

const given = (preferences: readonly Preference[]) => sql`unnest(
  ${preferences.map(({ id }) => id)}::uuid[], ${preferences.map(({ contactId }) => contactId)}::uuid[],
  ${preferences.map(({ campaignId }) => campaignId)}::uuid[], ${preferences.map(({ clientId }) => clientId)}::uuid[],
  ${preferences.map(({ folded }) => folded)}::text[],
  ${preferences.map(({ askedAt }) => new Date(askedAt).toISOString())}::timestamptz[], ${preferences.map(({ days }) => days)}::int[]
) as given (id, contact_id, campaign_id, client_id, folded, asked_at, days)`;
const until = sql`case when given.days > 0 then given.asked_at + make_interval(hours => 24 * given.days) end`;

/**
 * Like an opt-out, a wish binds everybody with the address at the client whose mail it was, or at all clients where it was
 * the organization's own. Of two wishes in the same millisecond the longer break wins, so that their order does not matter.
 */
export async function applyWishes(ctx: Context, preferences: readonly Preference[]): Promise<void> {
  await sql`
    with wish as materialized (
      select distinct on (contacts.id) contacts.id, given.asked_at, ${until} as until
      from ${given(preferences)}
      join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.email_folded = given.folded
        and (given.client_id is null or contacts.client_id = given.client_id)
      order by contacts.id, given.asked_at desc, given.days desc
    )
    update contacts set mail_paused_until = wish.until, mail_pause_asked_at = wish.asked_at, updated_at = now()
    from wish where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = wish.id
      and (coalesce(contacts.mail_pause_asked_at, '-infinity'), coalesce(contacts.mail_paused_until, '-infinity'))
        < (wish.asked_at, coalesce(wish.until, '-infinity'))`.execute(ctx.db);
}

/** Of somebody who is deleted and may be brought back: with the break. */
export const applyToDeleted = (ctx: Context, preferences: readonly Preference[]) =>
  sql`
    with wish as materialized (
      select distinct on (contact_id) coalesce(merged.contact_id, given.contact_id) as contact_id, given.asked_at, ${until} as until
      from ${given(preferences)}
      left join contact_merges merged on merged.organization_id = ${ctx.organizationId}::uuid and merged.merged_id = given.contact_id
      where given.contact_id is not null order by contact_id, given.asked_at desc, given.days desc
    )
    update contact_changes changes set was = jsonb_set(was, '{contact}', was -> 'contact'
      || jsonb_build_object('mail_paused_until', wish.until, 'mail_pause_asked_at', wish.asked_at))
    from wish where changes.organization_id = ${ctx.organizationId}::uuid and changes.contact_id = wish.contact_id
      and changes.change = 'deleted'
      and coalesce((was -> 'contact' ->> 'mail_pause_asked_at')::timestamptz, '-infinity') < wish.asked_at`.execute(
    ctx.db,
  );

/** A line in the past of whoever got the mail, under the id of the event: told twice is one line. */
export async function noteWishes(ctx: Context, preferences: readonly Preference[]): Promise<void> {
  await sql`
    with noted as materialized (
      select given.id, given.contact_id, given.campaign_id, given.asked_at, given.days, contacts.client_id from ${given(preferences)}
      join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = given.contact_id
    ), moved as (
      update contacts set last_activity_at = latest.asked_at
      from (select contact_id, max(asked_at) as asked_at from noted group by contact_id) latest
      where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = latest.contact_id
        and (contacts.last_activity_at is null or contacts.last_activity_at < latest.asked_at)
    )
    insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data)
    select ${ctx.organizationId}::uuid, contact_id, asked_at, id, client_id,
      case when days > 0 then 'email.paused' else 'email.resumed' end, campaign_id,
      case when days > 0 then jsonb_build_object('days', days) end
    from noted on conflict do nothing`.execute(ctx.db);
}
