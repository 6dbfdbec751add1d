import { type RawBuilder, sql } from 'kysely';
import { frequencyCapOf } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { isAutomationGoing } from '../sending/queries.ts';

type Cap = NonNullable<Awaited<ReturnType<typeof frequencyCapOf>>>;
/** Ledgers whose rows are being sent, which those of an automation that stands still are not, by month: a partition is found by it. */
type Going = Map<string, string[]>;

async function findGoing(ctx: Context, except: string | undefined): Promise<Going> {
  const { rows } = await sql<{ id: string; month: string }>`
    select id, to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns
    where organization_id = ${ctx.organizationId}::uuid and status = 'ACTIVE' and campaign_month is not null and cancelled_at is null and ${isAutomationGoing}
      and id is distinct from ${except ?? null}::uuid`.execute(ctx.db);
  return new Map(
    [...Map.groupBy(rows, ({ month }) => month)].map(([month, list]) => [month, list.map(({ id }) => id)]),
  );
}

const since = ({ hours }: Cap) => sql`now() - make_interval(hours => ${hours}::int)`;

/** One row for each email that a contact got in the hours of the limit, or that waits for them now, with its time. */
const emailsTo = (ctx: Context, cap: Cap, going: Going, whom: RawBuilder<unknown>) =>
  sql.join(
    [
      sql`select contact_id, happened_at as at from contact_activity
        where organization_id = ${ctx.organizationId}::uuid and contact_id = ${whom} and type = 'email.sent' and happened_at > ${since(cap)}`,
      ...[...going].map(
        ([month, ids]) => sql`select contact_id, now() from campaign_sends sends
        where sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = any(${ids}::uuid[]) and sends.contact_id = ${whom}
          and sends.campaign_month = ${month}::date and sends.state in ('pending', 'claimed', 'offering')`,
      ),
    ],
    sql` union all `,
  );

/**
 * Whether the row called `contacts` has had as many emails as the organization allows. Null where it set no limit. `except` is the campaign
 * that is being frozen. Two that begin in the same moment may both get through: the limit is a courtesy and locks nobody.
 */
export async function isCapped(ctx: Context, except?: string): Promise<RawBuilder<boolean> | null> {
  const cap = await frequencyCapOf(ctx);
  if (!cap) return null;
  const going = await findGoing(ctx, except);
  return sql<boolean>`((select count(*) from (
    select from (${emailsTo(ctx, cap, going, sql`contacts.id`)}) got limit ${cap.emails}) counted) >= ${cap.emails})`;
}

/** When each of the contacts may get the next email; null is now. What waits to be sent counts as sent now. Null where no limit is set. */
export async function capFreeAt(ctx: Context, contactIds: readonly string[]): Promise<Map<string, Date | null> | null> {
  const cap = await frequencyCapOf(ctx);
  if (!cap) return null;
  const free = new Map<string, Date | null>(contactIds.map((id) => [id, null]));
  const going = await findGoing(ctx, undefined);
  const { rows } = await sql<{ contactId: string; at: Date }>`
    select contact_id as "contactId", at + make_interval(hours => ${cap.hours}::int) as at from (
      select contact_id, at, row_number() over (partition by contact_id order by at desc) as place
      from (${emailsTo(ctx, cap, going, sql`any(${contactIds}::uuid[])`)}) got
    ) ranked where place = ${cap.emails}`.execute(ctx.db);
  for (const { contactId, at } of rows) free.set(contactId, at);
  return free;
}
