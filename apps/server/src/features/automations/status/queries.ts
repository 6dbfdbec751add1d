import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { ofAutomation } from '../queries.ts';

/** Nobody is looked for at its places until they are opened again. */
export const closePlaces = (ctx: Context, automationId: string) =>
  sql`update automation_places set next_at = 'infinity' where ${ofAutomation(ctx, automationId)}`.execute(ctx.db);

/** Looked at once; the turn that finds nobody due notes when the next one is. */
export const openPlaces = (ctx: Context, automationId: string) =>
  sql`update automation_places set next_at = now() where ${ofAutomation(ctx, automationId)}`.execute(ctx.db);

export type Resuming = {
  /** The last run whose times were moved. */
  after: string | null;
  /** Runs with a later id came while it was being resumed, and have waited for nothing. */
  through: string;
  byMs: number;
  /** When it was asked to go on, in milliseconds. */
  at: number;
  /** What it is once everybody was moved. */
  to: 'live' | 'closing';
};

/** Ids are made in the order of time: that of everybody who is inside is lower. */
export async function beginResuming(ctx: Context, { byMs, to }: Pick<Resuming, 'byMs' | 'to'>): Promise<Resuming> {
  const { rows } = await sql<{ through: string }>`select new_id() as through`.execute(ctx.db);
  return { after: null, through: rows[0]!.through, byMs, at: ctx.now().getTime(), to };
}

export const keepResuming = (ctx: Context, automationId: string, resuming: Resuming | null) =>
  ctx.db
    .updateTable('automations')
    .set({ resuming: resuming && JSON.stringify(resuming) })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .execute();

/** Held, so that two jobs do not move the same people twice. None of one that goes on already, or ended meanwhile. */
export async function holdResuming(ctx: Context, automationId: string): Promise<Resuming | undefined> {
  const row = await ctx.db
    .selectFrom('automations')
    .select('resuming')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .where((where) => where.or([where('status', '=', 'paused'), where('hold_reason', 'is not', null)]))
    .forUpdate()
    .executeTakeFirst();
  return (row?.resuming as Resuming | null | undefined) ?? undefined;
}

export type Waiting = {
  id: string;
  contactId: string;
  version: number;
  step: number;
  arrivedAt: Date;
  deadline: Date | null;
};

/** The next people in the order of their ids, locked. */
export async function takeWaiting(
  ctx: Context,
  automationId: string,
  { after, through }: Pick<Resuming, 'after' | 'through'>,
  atMost: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, contact_id as "contactId", version, step, arrived_at as "arrivedAt", deadline from automation_runs where ${ofAutomation(ctx, automationId)}
      and (${after}::uuid is null or id > ${after}::uuid) and id <= ${through}::uuid
    order by id limit ${atMost} for update`.execute(ctx.db);
  return rows;
}

/**
 * Everybody's times are moved by as long as they waited for it: who came meanwhile, or was moved to another step, waited less. Who was woken
 * by what happened looks at once, as they would have, and only their deadline moves.
 */
export const shiftRuns = (ctx: Context, runs: readonly { id: string; byMs: number }[], at: number) =>
  sql`update automation_runs as run set
      wake_at = case when run.wake_at < run.deadline and run.wake_at <= to_timestamp(${at}::float8 / 1000) then run.wake_at
        else run.wake_at + make_interval(secs => shifted.by_ms / 1000) end,
      deadline = run.deadline + make_interval(secs => shifted.by_ms / 1000)
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ byMs }) => byMs)}::float8[]) as shifted (id, by_ms)
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = shifted.id`.execute(ctx.db);

/** When the rest of each ends is set anew. */
export const setRests = (ctx: Context, rests: readonly { id: string; until: number }[]) =>
  sql`update automation_runs as run set wake_at = to_timestamp(rest.until / 1000), deadline = to_timestamp(rest.until / 1000)
    from unnest(${rests.map(({ id }) => id)}::uuid[], ${rests.map(({ until }) => until)}::float8[]) as rest (id, until)
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = rest.id`.execute(ctx.db);
