import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { isTimeLimit, isTransientError } from '../database/transient-error.ts';
import type { Log } from '../log.ts';
import type { BatchLimits } from './batch-limits.ts';
import type { DrainMetrics } from './drain-metrics.ts';
import type { Waiting } from './drain-queries.ts';
import { BatchFailed, drainBatch, reasonOf, setAside, siftBatch } from './drain-turn.ts';
import type { DrainHandler } from './handlers.ts';

export type TurnParts = {
  database: Database;
  log: Log;
  handlers: readonly DrainHandler[];
  now: () => Date;
  sellsNoPlans: boolean;
  /** Batches of each organization that failed since one went. */
  failures: Map<string, number>;
  limits: BatchLimits;
  metrics: DrainMetrics;
};

/** Tries of a batch before its bad events are looked for. */
const patience = 3;

export const contextOf = ({ database, now, sellsNoPlans }: TurnParts, organizationId: string): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'platform.drain' },
  now,
  sellsNoPlans,
});

/** One organization's failure is its own: the others go on. True when it has more that can be drained at once. */
export async function takeTurn(round: TurnParts, next: Waiting): Promise<boolean> {
  const { handlers, failures, limits, log } = round;
  const { organizationId, receivedOn } = next;
  const ctx = contextOf(round, organizationId);
  const batch = limits.of(organizationId, 'all');
  try {
    const drained = await drainBatch(ctx, handlers, { receivedOn, ...batch });
    if (drained.events > 0) failures.delete(organizationId);
    limits.went(organizationId, 'all', drained.events);
    note(round, organizationId, drained);
    if (drained.events >= batch.limit) return true;
  } catch (error) {
    const cause = error instanceof BatchFailed ? error.cause : error;
    log.warn({ err: cause, organizationId }, 'a batch of the inbox failed');
    if (!(error instanceof BatchFailed)) return false;
    if (isTimeLimit(cause)) {
      limits.tookTooLong(organizationId, 'all', error.ids);
      return error.ids.length > 1;
    }
    if (isTransientError(cause)) return false;

    const count = (failures.get(organizationId) ?? 0) + 1;
    failures.set(organizationId, count);
    if (count >= patience) await sift(round, ctx, { receivedOn, ids: error.ids });
    return false;
  }
  await retryLate(round, ctx, receivedOn);
  return false;
}

/** One event a turn that took too long alone, when the rest is drained: each try may take as long as a statement may. */
async function retryLate(round: TurnParts, ctx: Context, receivedOn: string): Promise<void> {
  const { organizationId } = ctx;
  const id = round.limits.dueAgain(organizationId);
  if (id === undefined) return;
  const isDone = await drainLate(round, ctx, { receivedOn, id }).catch((err: unknown) => {
    round.log.warn({ err, organizationId }, 'an event of the inbox that took too long could not be tried again');
    return false;
  });
  if (isDone) round.limits.forget(organizationId, id);
  else round.limits.postpone(organizationId, id);
}

/** Whether the next batch may meet it again: it is drained or set aside, or it fails in another way, which a batch finds out about. */
async function drainLate(
  round: TurnParts,
  ctx: Context,
  { receivedOn, id }: { receivedOn: string; id: string },
): Promise<boolean> {
  const { handlers, limits } = round;
  try {
    const drained = await drainBatch(ctx, handlers, { receivedOn, ids: [id] });
    note(round, ctx.organizationId, drained);
    return drained.events > 0;
  } catch (error) {
    if (!(error instanceof BatchFailed)) throw error;
    const { cause } = error;
    if (!isTimeLimit(cause)) {
      if (isTransientError(cause)) throw cause;
      return true;
    }
    const isHopeless = limits.tookTooLong(ctx.organizationId, 'all', [id]);
    // An opt-out, a lead or a purchase is tried for as long as it waits, which the alarm of the inbox tells.
    if (!isHopeless || !error.isOnlyCounted) throw cause;
    return await putAside(round, ctx, { receivedOn, bad: [{ id, reason: reasonOf(cause) }] });
  }
}

type Drained = Awaited<ReturnType<typeof drainBatch>>;

export function note(
  round: Pick<TurnParts, 'metrics' | 'log'>,
  organizationId: string,
  { events, misfits }: Drained,
): void {
  round.metrics.drained(events - misfits.length);
  if (misfits.length > 0) tellSetAside(round, organizationId, misfits);
}

function tellSetAside(
  { metrics, log }: Pick<TurnParts, 'metrics' | 'log'>,
  organizationId: string,
  bad: Drained['misfits'],
) {
  metrics.setAside(bad.length);
  log.error({ organizationId, events: bad }, 'events of the inbox were set aside: they have no effect');
}

/** Nothing is set aside unless something else could be drained: if all fail, the fault is not theirs. */
async function sift(round: TurnParts, ctx: Context, batch: { receivedOn: string; ids: string[] }): Promise<void> {
  const { handlers, limits, metrics, log } = round;
  const { organizationId } = ctx;
  try {
    const { drained, bad, late } = await siftBatch(ctx, handlers, batch);
    metrics.drained(drained);
    limits.went(organizationId, 'all', drained);
    for (const ids of late) limits.tookTooLong(organizationId, 'all', ids);
    if (drained > 0 && bad.length > 0) await putAside(round, ctx, { receivedOn: batch.receivedOn, bad });
  } catch (error) {
    log.warn({ err: error, organizationId }, 'bad events of the inbox could not be looked for');
  }
}

/** False while somebody else holds the inbox. */
async function putAside(
  round: TurnParts,
  ctx: Context,
  aside: { receivedOn: string; bad: Drained['misfits'] },
): Promise<boolean> {
  const isAside = await setAside(ctx, round.handlers, aside);
  if (isAside) tellSetAside(round, ctx.organizationId, aside.bad);
  return isAside;
}
