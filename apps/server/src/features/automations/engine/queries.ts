import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { Place } from './place.ts';

export type ClaimedRun = Place & {
  id: string;
  contactId: string;
  clientId: string | null;
  seq: number;
  pass: number;
  depth: number;
  enteredAt: Date;
  arrivedAt: Date;
  deadline: Date | null;
  memory: Record<string, unknown> | null;
  /** By the clock of the database. */
  now: Date;
};

/**
 * Statements of a turn find their rows by key, and may be planned no other way. A planner without statistics takes the people of an
 * organization for one row, and reads all of them to find 500. It does so when it sees the values: a plan for any values does not.
 */
export const byKeysOnly = (ctx: Context) =>
  sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true) ${prepared}`.execute(
    ctx.db,
  );

const claimed = sql`run.id, run.automation_id as "automationId", run.version, run.step, run.contact_id as "contactId",
  run.client_id as "clientId", run.seq, run.pass, run.depth, run.entered_at as "enteredAt", run.arrived_at as "arrivedAt",
  run.deadline, run.memory, now() as now`;
/** Nobody moves in one that is paused or held. */
const moves = sql`automations.status in ('live', 'closing') and automations.hold_reason is null`;

/** Takes those who are due, the longest first; whoever another turn has in hand is left to it. */
export async function claimDue(ctx: Context, places: readonly Place[], mostEach: number): Promise<ClaimedRun[]> {
  const { rows } = await sql<ClaimedRun>`
    select ${claimed} from ${listed(places)}
    join automations on automations.organization_id = ${ctx.organizationId}::uuid and automations.id = place.automation_id and ${moves}
    cross join lateral (
      select * from automation_runs as due where due.organization_id = ${ctx.organizationId}::uuid
        and due.automation_id = place.automation_id and due.version = place.version and due.step = place.step and due.wake_at <= now()
      order by due.wake_at limit ${mostEach}::int for update skip locked
    ) run ${prepared}`.execute(ctx.db);
  return rows;
}

const listed = (places: readonly Place[]) =>
  sql`unnest(${places.map(({ automationId }) => automationId)}::uuid[], ${places.map(({ version }) => version)}::int[],
    ${places.map(({ step }) => step)}::smallint[]) as place (automation_id, version, step)`;

/** The same by name: some of a batch that failed. */
export async function claimByName(ctx: Context, runIds: readonly string[]): Promise<ClaimedRun[]> {
  const { rows } = await sql<ClaimedRun>`
    select ${claimed} from automation_runs as run
    join automations on automations.organization_id = run.organization_id and automations.id = run.automation_id and ${moves}
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = any(${runIds}::uuid[]) and run.wake_at <= now()
    order by run.id for update of run skip locked`.execute(ctx.db);
  return rows;
}

export type MovedRun = {
  id: string;
  step: number;
  /** 0 for who was woken for nothing. */
  turns: number;
  wakeAt: number;
  deadline: number | null;
  arrivedAt: number;
  memory: Record<string, unknown> | null;
};

const column = <Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] => rows.map(read);
/** Milliseconds as times. */
const time = (name: RawBuilder<unknown>) => sql`to_timestamp(${name} / 1000)`;

/** One condition and nothing more: a second one on the ids makes a kept plan compare everybody with everybody. */
export const moveRuns = (ctx: Context, rows: readonly MovedRun[]) =>
  sql`update automation_runs as run set step = moved.step, seq = run.seq + moved.turns, wake_at = ${time(sql`moved.wake_at`)},
      deadline = ${time(sql`moved.deadline`)}, arrived_at = ${time(sql`moved.arrived_at`)}, memory = moved.memory::jsonb, attempts = 0
    from unnest(${column(rows, ({ id }) => id)}::uuid[], ${column(rows, ({ step }) => step)}::smallint[],
      ${column(rows, ({ turns }) => turns)}::int[], ${column(rows, ({ wakeAt }) => wakeAt)}::float8[],
      ${column(rows, ({ deadline }) => deadline)}::float8[], ${column(rows, ({ arrivedAt }) => arrivedAt)}::float8[],
      ${column(rows, ({ memory }) => memory && JSON.stringify(memory))}::text[]
    ) as moved (id, step, turns, wake_at, deadline, arrived_at, memory)
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = moved.id ${prepared}`.execute(ctx.db);

export type EndedRun = { id: string; step: number; turns: number; reason: string };

export const endRuns = (ctx: Context, rows: readonly EndedRun[]) =>
  sql`with gone as (
      delete from automation_runs as run using unnest(${column(rows, ({ id }) => id)}::uuid[],
        ${column(rows, ({ step }) => step)}::smallint[], ${column(rows, ({ turns }) => turns)}::int[],
        ${column(rows, ({ reason }) => reason)}::text[]) as ended (id, step, turns, reason)
      where run.organization_id = ${ctx.organizationId}::uuid and run.id = ended.id
      returning run.organization_id, run.id, run.client_id, run.automation_id, run.contact_id, run.version, ended.step,
        run.seq + ended.turns as seq, run.pass, run.entered_at, ended.reason
    )
    insert into automation_past (organization_id, id, client_id, automation_id, contact_id, version, step, seq, pass, entered_at, reason)
    select * from gone ${prepared}`.execute(ctx.db);

export type TurnRow = Pick<ClaimedRun, 'id' | 'contactId' | 'clientId' | 'automationId' | 'version' | 'seq'> & {
  nodes: readonly number[];
  outcomes: readonly number[];
  seen: object | null;
};

export const insertTurns = (ctx: Context, rows: readonly TurnRow[]) =>
  sql`insert into automation_turns (organization_id, contact_id, run_id, seq, client_id, automation_id, version, nodes, outcomes, seen)
    select ${ctx.organizationId}::uuid, turn.contact_id, turn.run_id, turn.seq, turn.client_id, turn.automation_id, turn.version,
      turn.nodes::smallint[], turn.outcomes::smallint[], turn.seen::json
    from unnest(${column(rows, ({ contactId }) => contactId)}::uuid[], ${column(rows, ({ id }) => id)}::uuid[],
      ${column(rows, ({ seq }) => seq)}::int[], ${column(rows, ({ clientId }) => clientId)}::uuid[],
      ${column(rows, ({ automationId }) => automationId)}::uuid[], ${column(rows, ({ version }) => version)}::int[],
      ${column(rows, ({ nodes }) => `{${nodes.join()}}`)}::text[], ${column(rows, ({ outcomes }) => `{${outcomes.join()}}`)}::text[],
      ${column(rows, ({ seen }) => seen && JSON.stringify(seen))}::text[]
    ) as turn (contact_id, run_id, seq, client_id, automation_id, version, nodes, outcomes, seen) ${prepared}`.execute(
    ctx.db,
  );

/** `slot`: which of the rows of a day. */
export type Count = {
  automationId: string;
  stepId: string;
  slot: number;
  clientId: string | null;
  arrived: number;
  done: number;
  skipped: number;
  ended: number;
  reached: number;
};

/** In one order, as they stay locked until the transaction ends. */
export async function addCounts(ctx: Context, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into automation_counts as known (organization_id, automation_id, step_id, on_day, slot, client_id, arrived, done, skipped, ended, reached)
    select ${ctx.organizationId}::uuid, added.automation_id, added.step_id, (now() at time zone 'UTC')::date, added.slot, added.client_id,
      added.arrived, added.done, added.skipped, added.ended, added.reached
    from unnest(${column(counts, ({ automationId }) => automationId)}::uuid[], ${column(counts, ({ stepId }) => stepId)}::text[],
      ${column(counts, ({ slot }) => slot)}::smallint[], ${column(counts, ({ clientId }) => clientId)}::uuid[],
      ${column(counts, ({ arrived }) => arrived)}::int[], ${column(counts, ({ done }) => done)}::int[],
      ${column(counts, ({ skipped }) => skipped)}::int[], ${column(counts, ({ ended }) => ended)}::int[],
      ${column(counts, ({ reached }) => reached)}::int[]
    ) as added (automation_id, step_id, slot, client_id, arrived, done, skipped, ended, reached)
    order by added.automation_id, added.step_id, added.slot
    on conflict (organization_id, automation_id, step_id, on_day, slot) do update set arrived = known.arrived + excluded.arrived,
      done = known.done + excluded.done, skipped = known.skipped + excluded.skipped, ended = known.ended + excluded.ended,
      reached = known.reached + excluded.reached ${prepared}`.execute(ctx.db);
}

/** Tries of one person before it waits for somebody to look. */
const mostAttempts = 8;

/** Tried again after a minute, then twice that, at most an hour; after eight times it waits for a person. */
export const noteFailures = (ctx: Context, runIds: readonly string[], reason: string) =>
  sql`update automation_runs set attempts = attempts + 1,
      wake_at = case when attempts + 1 >= ${mostAttempts}::int then 'infinity'
        else date_trunc('milliseconds', now()) + least(interval '1 hour', interval '1 minute' * 2 ^ attempts) end,
      stuck = case when attempts + 1 >= ${mostAttempts}::int then ${reason} end
    where organization_id = ${ctx.organizationId}::uuid and id = any(${runIds}::uuid[]) and wake_at <= now()`.execute(
    ctx.db,
  );
