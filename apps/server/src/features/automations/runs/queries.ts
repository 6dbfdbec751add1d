import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, type Keyset, page } from '#platform/keyset.ts';
import { ofAutomation } from '../queries.ts';

export async function hasPeopleInside(ctx: Context, automationId: string): Promise<boolean> {
  const { rows } = await sql`select from automation_runs where ${ofAutomation(ctx, automationId)} limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export type RunRow = {
  id: string;
  contactId: string;
  name: string | null;
  email: string | null;
  version: number;
  step: number;
  enteredAt: Date;
  /** Null for who is not inside any more. */
  wakeAt: Date | null;
  stuck: string | null;
  endedAt: Date | null;
  /** Why they ended. */
  reason: string | null;
};

type Question = { cursor?: string | undefined; limit: number };
type Place = { version: number; step: number };

const person = sql`left join contacts on contacts.organization_id = run.organization_id and contacts.id = run.contact_id`;
const named = sql`nullif(concat_ws(' ', contacts.first_name, contacts.last_name), '') as name, contacts.email`;

const byWakeUp: Keyset = { by: sql`wake_at`, type: 'timestamptz', id: sql`id`, descending: false };

/**
 * People inside, those who go on next first. From each place its first few by the index, and of these the first: a sort of everybody
 * inside would take seconds for a million.
 */
export async function findInside(
  ctx: Context,
  automationId: string,
  places: readonly Place[] | null,
  { cursor, limit }: Question,
) {
  const chosen = places
    ? sql`unnest(${places.map(({ version }) => version)}::int[], ${places.map(({ step }) => step)}::smallint[]) as place (version, step)`
    : sql`(select version, step from automation_places where ${ofAutomation(ctx, automationId)}) as place`;
  const { rows } = await sql<RunRow & { cursor_value: string }>`
    select run.id, run.contact_id as "contactId", ${named}, run.version, run.step, run.entered_at as "enteredAt", run.wake_at as "wakeAt",
      run.stuck, null as "endedAt", null as reason, run.wake_at::text as cursor_value
    from (
      select first.* from ${chosen} cross join lateral (
        select * from automation_runs where ${ofAutomation(ctx, automationId)}
          and version = place.version and step = place.step and stuck is null and ${after(cursor, byWakeUp)}
        order by wake_at, id limit ${limit + 1}
      ) first order by wake_at, id limit ${limit + 1}
    ) run ${person} order by run.wake_at, run.id`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}

const byEntry: Keyset = { by: sql`entered_at`, type: 'timestamptz', id: sql`id`, descending: true };

export async function findStuck(ctx: Context, automationId: string, { cursor, limit }: Question) {
  const { rows } = await sql<RunRow & { cursor_value: string }>`
    select run.id, run.contact_id as "contactId", ${named}, run.version, run.step, run.entered_at as "enteredAt", run.wake_at as "wakeAt",
      run.stuck, null as "endedAt", null as reason, run.entered_at::text as cursor_value
    from (
      select * from automation_runs where ${ofAutomation(ctx, automationId)} and stuck is not null and ${after(cursor, byEntry)}
      order by entered_at desc, id desc limit ${limit + 1}
    ) run ${person} order by run.entered_at desc, run.id desc`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}

const byEnd: Keyset = { by: sql`ended_at`, type: 'timestamptz', id: sql`id`, descending: true };
const isGoal = { goal: sql`reason = 'goal'`, left: sql`reason <> 'goal'` };

export async function findPast(
  ctx: Context,
  automationId: string,
  state: keyof typeof isGoal,
  { cursor, limit }: Question,
) {
  const { rows } = await sql<RunRow & { cursor_value: string }>`
    select run.id, run.contact_id as "contactId", ${named}, run.version, run.step, run.entered_at as "enteredAt", null as "wakeAt",
      null as stuck, run.ended_at as "endedAt", run.reason, run.ended_at::text as cursor_value
    from (
      select * from automation_past where ${ofAutomation(ctx, automationId)} and ${isGoal[state]} and ${after(cursor, byEnd)}
      order by ended_at desc, id desc limit ${limit + 1}
    ) run ${person} order by run.ended_at desc, run.id desc`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}

export async function findPlaces(ctx: Context, automationId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select version, step from automation_places where ${ofAutomation(ctx, automationId)}`.execute(ctx.db);
  return rows;
}

/** Inside or past. */
const insideOrPast = (ctx: Context, automationId: string, which: RawBuilder<unknown>) => sql<RunRow>`
  select run.id, run.contact_id as "contactId", ${named}, run.version, run.step, run.entered_at as "enteredAt", run.wake_at as "wakeAt",
    run.stuck, run.ended_at as "endedAt", run.reason
  from (
    select organization_id, id, contact_id, version, step, entered_at, wake_at, stuck, null::timestamptz as ended_at, null as reason
    from automation_runs where ${ofAutomation(ctx, automationId)} and ${which}
    union all
    select organization_id, id, contact_id, version, step, entered_at, null, null, ended_at, reason
    from automation_past where ${ofAutomation(ctx, automationId)} and ${which}
  ) run ${person}`;

export async function findRun(ctx: Context, automationId: string, runId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`${insideOrPast(ctx, automationId, sql`id = ${runId}::uuid`)} limit 1`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Who looks for a person knows more of their name than a hundred others share. */
const mostFound = 100;

/** People of a search, who entered last first. By the index of contacts, whatever the number of people inside. */
export async function findFound(ctx: Context, automationId: string, found: RawBuilder<unknown>): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`${insideOrPast(ctx, automationId, sql`contact_id = any(array(${found}))`)}
    order by run.entered_at desc, run.id desc limit ${mostFound}`.execute(ctx.db);
  return rows;
}

/** Who is in a turn is waited for, and found where it left them. */
export async function lockRun(ctx: Context, automationId: string, runId: string) {
  const { rows } = await sql<
    Pick<RunRow, 'id' | 'contactId' | 'version' | 'step'> & { clientId: string | null; seq: number }
  >`
    select id, contact_id as "contactId", client_id as "clientId", version, step, seq from automation_runs
    where ${ofAutomation(ctx, automationId)} and id = ${runId}::uuid for update`.execute(ctx.db);
  return rows[0];
}

export type TurnRow = {
  happenedAt: Date;
  version: number;
  nodes: number[];
  outcomes: number[];
  seen: Record<string, unknown> | null;
};

/** Turns of one run that are kept, oldest first. A person with more than these walked for years. */
const mostTurns = 500;

export async function findTurns(ctx: Context, { id, contactId }: Pick<RunRow, 'id' | 'contactId'>): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`
    select happened_at as "happenedAt", version, nodes, outcomes, seen from automation_turns
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid and run_id = ${id}::uuid
    order by seq limit ${mostTurns}`.execute(ctx.db);
  return rows;
}
