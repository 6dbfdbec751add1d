import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type EnteredAutomation = {
  clientId: string | null;
  status: string;
  version: number | null;
  holdReason: string | null;
};

/** Held, so that nobody gets in while it ends. */
export async function shareAutomation(ctx: Context, automationId: string): Promise<EnteredAutomation | undefined> {
  const { rows } = await sql<EnteredAutomation>`
    select client_id as "clientId", status, live_version as version, hold_reason as "holdReason" from automations
    where organization_id = ${ctx.organizationId}::uuid and id = ${automationId}::uuid for share`.execute(ctx.db);
  return rows[0];
}

export const holdBack = (ctx: Context, automationId: string, reason: 'storm' | 'loop') =>
  sql`update automations set hold_reason = ${reason}, paused_at = now(), updated_at = now()
    where organization_id = ${ctx.organizationId}::uuid and id = ${automationId}::uuid and status = 'live' and hold_reason is null`.execute(
    ctx.db,
  );

export type Entering = { automationId: string; clientId: string | null; contactIds: readonly string[]; at: Date };
/** Which entry it is of the contact, and in its month. */
export type Entered = { contactId: string; times: number; pass: number };

const entered = sql`contact_id as "contactId", times, pass`;

/** Those who were never inside. Two at once: the second finds the row of the first. */
export async function insertEntries(
  ctx: Context,
  { automationId, clientId, contactIds, at }: Entering,
  occasion: { key: string; year: number } | undefined,
): Promise<Entered[]> {
  const occasions = occasion ? { [occasion.key]: occasion.year } : {};
  const { rows } = await sql<Entered>`
    insert into automation_entries (organization_id, contact_id, automation_id, client_id, last_at, occasions)
    select ${ctx.organizationId}::uuid, contact_id, ${automationId}::uuid, ${clientId}::uuid, ${at}::timestamptz, ${JSON.stringify(occasions)}::jsonb
    from unnest(${contactIds}::uuid[]) as contact_id order by contact_id
    on conflict do nothing returning ${entered}`.execute(ctx.db);
  return rows;
}

/** Held by this entry until it ends: what the next statement reads of them is what is. */
export const lockEntries = (ctx: Context, automationId: string, contactIds: readonly string[]) =>
  sql`select from automation_entries where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid
    and contact_id = any(${contactIds}::uuid[]) order by contact_id for update`.execute(ctx.db);

export type Again = {
  /** Whether people may be inside more than once. */
  whileInside: boolean;
  notWithinDays: number;
  occasion: { key: string; year: number } | undefined;
};

const monthOf = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at}, 'UTC')`;

/**
 * Those of them who may get in again, by a statement of its own after their lock. Month and pass name the ledger that says who had an
 * email: who enters late, in a month before the last one, gets a pass that no entry of theirs had.
 */
export async function enterAgain(
  ctx: Context,
  { automationId, contactIds, at }: Entering,
  { whileInside, notWithinDays, occasion }: Again,
): Promise<Entered[]> {
  const month = monthOf(sql`${at}::timestamptz`);
  const notYet = occasion
    ? sql`coalesce((entry.occasions ->> ${occasion.key})::int, 0) < ${occasion.year}::int`
    : sql`true`;
  const { rows } = await sql<Entered>`
    update automation_entries as entry set times = times + 1, last_at = greatest(last_at, ${at}::timestamptz),
      pass = case when last_at < ${month} then 1
        when ${monthOf(sql`last_at`)} = ${month} then least(pass + 1, 32767) else least(times + 1, 32767) end,
      occasions = occasions || ${JSON.stringify(occasion ? { [occasion.key]: occasion.year } : {})}::jsonb
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and contact_id = any(${contactIds}::uuid[])
      and (${notWithinDays}::int = 0 or last_at <= ${at}::timestamptz - make_interval(days => ${notWithinDays}::int)) and ${notYet}
      and (${whileInside}::boolean or not exists (
        select from automation_runs as run where run.organization_id = entry.organization_id
          and run.contact_id = entry.contact_id and run.automation_id = entry.automation_id))
    returning ${entered}`.execute(ctx.db);
  return rows;
}

/** Those of them who are inside. */
export async function findInside(
  ctx: Context,
  automationId: string,
  contactIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ contactId: string }>`
    select distinct contact_id as "contactId" from automation_runs where organization_id = ${ctx.organizationId}::uuid
      and contact_id = any(${contactIds}::uuid[]) and automation_id = ${automationId}::uuid`.execute(ctx.db);
  return new Set(rows.map(({ contactId }) => contactId));
}

type NewRuns = Entering & {
  version: number;
  depth: number;
  wakeAt: Date;
  entered: readonly Entered[];
  whileInside: boolean;
};

/** At the first step, due now. */
export const insertRuns = (
  ctx: Context,
  { automationId, clientId, version, depth, at, wakeAt, entered, whileInside }: NewRuns,
) =>
  sql`insert into automation_runs (organization_id, client_id, automation_id, contact_id, version, step, occasion, pass, depth, wake_at, arrived_at, entered_at)
    select ${ctx.organizationId}::uuid, ${clientId}::uuid, ${automationId}::uuid, contact_id, ${version}::int, 0,
      case when ${whileInside}::boolean then times else 0 end, pass, ${depth}::smallint, ${wakeAt}::timestamptz, ${wakeAt}::timestamptz, ${at}::timestamptz
    from unnest(${entered.map(({ contactId }) => contactId)}::uuid[], ${entered.map(({ times }) => times)}::int[],
      ${entered.map(({ pass }) => pass)}::smallint[]) as entered (contact_id, times, pass) order by contact_id
    on conflict do nothing`.execute(ctx.db);

export type Rush = { thisHour: number; usualHour: number };

/** Entries of this hour, and of an hour of the last seven days. Counted by the hour: its number is the slot of the row, and those by hand have others. */
export async function findRush(ctx: Context, automationId: string, hour: number): Promise<Rush> {
  const { rows } = await sql<Rush>`
    select coalesce(sum(arrived) filter (where on_day = today and slot = ${hour}::smallint), 0)::float8 as "thisHour",
      coalesce(sum(arrived) filter (where on_day < today), 0)::float8 / 168 as "usualHour"
    from automation_counts, (select (now() at time zone 'UTC')::date as today) clock
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and step_id = ''
      and on_day >= today - 7 and slot < 24`.execute(ctx.db);
  return rows[0]!;
}
