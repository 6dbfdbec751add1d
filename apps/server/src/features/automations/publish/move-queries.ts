import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What becomes of people at one step of an older version. Null leaves. */
export type Mapped = {
  stepId: string;
  to: { step: number; isSame: boolean; time: 'keep' | 'count' } | null;
};

type NewMove = {
  automationId: string;
  clientId: string | null;
  from: number;
  to: number;
  mapping: readonly Mapped[];
} & Inside;

export async function insertMove(ctx: Context, move: NewMove): Promise<string> {
  const { id } = await ctx.db
    .insertInto('automation_moves')
    .values({
      organization_id: ctx.organizationId,
      automation_id: move.automationId,
      client_id: move.clientId,
      from_version: move.from,
      to_version: move.to,
      mapping: JSON.stringify(move.mapping),
      planned: String(move.planned),
      ended_before: String(move.endedBefore),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Longest that a transaction may have been under way which ends somebody after people were counted, with its own time as theirs. */
const overlap = sql`interval '10 minutes'`;

/** Of one version, as one statement sees them: whoever ends from then on is no longer among the first, and one of the second. */
export type Inside = { planned: number; endedBefore: number };

export async function countInside(ctx: Context, automationId: string, version: number): Promise<Inside> {
  const { rows } = await sql<Inside>`
    select (select count(*) from automation_runs where organization_id = ${ctx.organizationId}::uuid
        and automation_id = ${automationId}::uuid and version = ${version})::int as planned,
      (select count(*) from automation_past where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid
        and ended_at >= now() - ${overlap} and version = ${version} and reason <> 'moved')::int as "endedBefore"`.execute(
    ctx.db,
  );
  return rows[0]!;
}

/** Whether people of it are still on their way to another version. */
export async function findOpenMoves(ctx: Context, automationId: string): Promise<string[]> {
  const open = await ctx.db
    .selectFrom('automation_moves')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .where('state', '=', 'moving')
    .execute();
  return open.map(({ id }) => id);
}

/** Held, so that two jobs do not count the same people twice. */
export const holdMove = (ctx: Context, moveId: string) =>
  ctx.db
    .selectFrom('automation_moves')
    .select(['id', 'automation_id', 'client_id', 'from_version', 'to_version', 'mapping', 'state'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', moveId)
    .forUpdate()
    .executeTakeFirst();
export type MoveRow = NonNullable<Awaited<ReturnType<typeof holdMove>>>;

export type Moving = {
  id: string;
  contactId: string;
  step: number;
  seq: number;
  wakeAt: Date;
  arrivedAt: Date;
  stuck: string | null;
};

/** The next people of the old version. Who is in a turn right now is skipped and found later, where the turn left them. */
export async function takeNext(ctx: Context, move: MoveRow, atMost: number): Promise<Moving[]> {
  const { rows } = await sql<Moving>`
    select id, contact_id as "contactId", step, seq, wake_at as "wakeAt", arrived_at as "arrivedAt", stuck from automation_runs
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${move.automation_id}::uuid
      and version = ${move.from_version} order by step, wake_at limit ${atMost} for update skip locked`.execute(ctx.db);
  return rows;
}

export async function isAnybodyLeft(ctx: Context, move: MoveRow): Promise<boolean> {
  const { rows } = await sql`
    select from automation_runs where organization_id = ${ctx.organizationId}::uuid
      and automation_id = ${move.automation_id}::uuid and version = ${move.from_version} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

export type Arrival = {
  id: string;
  step: number;
  wakeAt: Date;
  /** Arrives at another step; who stays at theirs keeps their times. */
  fresh: boolean;
  /** The new end of a wait; null leaves it as it is. */
  deadline: Date | null;
};

/** The caller holds the places they arrive at. Answers how many did. */
export async function arriveAt(
  ctx: Context,
  move: Pick<MoveRow, 'to_version'>,
  arrivals: readonly Arrival[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update automation_runs as run set version = ${move.to_version}, step = n.step, seq = run.seq + 1, attempts = 0, stuck = null,
      wake_at = n.wake_at, arrived_at = case when n.fresh then now() else run.arrived_at end,
      deadline = case when n.fresh then null else coalesce(n.deadline, run.deadline) end
    from unnest(${arrivals.map(({ id }) => id)}::uuid[], ${arrivals.map(({ step }) => step)}::smallint[],
      ${arrivals.map(({ wakeAt }) => wakeAt)}::timestamptz[], ${arrivals.map(({ fresh }) => fresh)}::boolean[],
      ${arrivals.map(({ deadline }) => deadline)}::timestamptz[]) as n (id, step, wake_at, fresh, deadline)
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = n.id`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** One line in everybody's path that says they were moved. */
export async function traceMoved(
  ctx: Context,
  move: Pick<MoveRow, 'automation_id' | 'client_id' | 'to_version'>,
  people: readonly (Pick<Moving, 'id' | 'contactId' | 'seq'> & { to: number })[],
  outcome: number,
): Promise<void> {
  await sql`
    insert into automation_turns (organization_id, contact_id, run_id, seq, client_id, automation_id, version, nodes, outcomes)
    select ${ctx.organizationId}::uuid, n.contact_id, n.run_id, n.seq + 1, ${move.client_id}::uuid, ${move.automation_id}::uuid,
      ${move.to_version}, array[n.step], array[${outcome}::smallint]
    from unnest(${people.map(({ contactId }) => contactId)}::uuid[], ${people.map(({ id }) => id)}::uuid[],
      ${people.map(({ seq }) => seq)}::int[], ${people.map(({ to }) => to)}::smallint[]) as n (contact_id, run_id, seq, step)`.execute(
    ctx.db,
  );
}

export const addMoved = (ctx: Context, moveId: string, { moved, takenOut }: { moved: number; takenOut: number }) =>
  sql`update automation_moves set moved = moved + ${moved}, taken_out = taken_out + ${takenOut}
    where organization_id = ${ctx.organizationId}::uuid and id = ${moveId}::uuid`.execute(ctx.db);

export type Finished = { planned: number; moved: number; takenOut: number; ended: number; isBalanced: boolean };

/**
 * Nobody is left at the old version. Who ended by themselves is counted among those who are past and not taken for what is missing: so
 * somebody who was lost is noticed. Erasing a contact meanwhile takes them from both.
 */
export async function finishMove(ctx: Context, moveId: string): Promise<Finished> {
  const { rows } = await sql<Finished>`
    update automation_moves as move set state = 'done', done_at = now(), ended = past.people - move.ended_before
    from automation_moves as known cross join lateral (
      select count(*) as people from automation_past where organization_id = known.organization_id and automation_id = known.automation_id
        and ended_at >= known.created_at - ${overlap} and version = known.from_version and reason <> 'moved'
    ) past
    where known.organization_id = ${ctx.organizationId}::uuid and known.id = ${moveId}::uuid
      and move.organization_id = known.organization_id and move.id = known.id
    returning move.planned::int, move.moved::int, move.taken_out::int as "takenOut", move.ended::int,
      move.planned = move.moved + move.taken_out + move.ended as "isBalanced"`.execute(ctx.db);
  return rows[0]!;
}
