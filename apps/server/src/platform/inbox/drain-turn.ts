import { type Context, inTransaction } from '../context.ts';
import { isTimeLimit, isTransientError } from '../database/transient-error.ts';
import {
  deleteEvents,
  forgetParts,
  lockInbox,
  markDrained,
  takeWaiting,
  tryLockInbox,
  type Waiting,
} from './drain-queries.ts';
import { countedKinds, type InboxEvent } from './event.ts';
import type { DrainHandler } from './handlers.ts';
import type { InboxKind } from './kind.ts';

/** Events of one organization before others get their turn. */
export const turnEvents = 2_000;

/** A batch that failed, with what it held. */
export class BatchFailed extends Error {
  readonly ids: string[];
  readonly isOnlyCounted: boolean;

  constructor(events: readonly InboxEvent[], cause: unknown) {
    super('A batch of the inbox failed.', { cause });
    this.ids = events.map(({ id }) => id);
    this.isOnlyCounted = events.every(({ kind }) => countedKinds.includes(kind));
  }
}

/** A batch of opt-outs waits for its turn instead of leaving it to the next look. */
type Batch = Pick<Waiting, 'receivedOn'> & {
  ids?: readonly string[];
  /** Fewer than a turn's, where so many take too long. */
  limit?: number;
  skip?: readonly string[];
  optOuts?: boolean;
};

type Bad = { id: string; reason: string };
/** What a batch has done with its events. */
type Drained = { events: number; misfits: Bad[] };

const none: Drained = { events: 0, misfits: [] };

/**
 * Understands some waiting events and marks them, in one transaction. What does not fit the schema of its kind is set aside. None
 * while another worker drains.
 */
export const drainBatch = (ctx: Context, handlers: readonly DrainHandler[], batch: Batch): Promise<Drained> =>
  inTransaction(ctx, async (ctx) => {
    if (batch.optOuts) await lockInbox(ctx);
    const lock = await tryLockInbox(ctx);
    if (!lock) return none;
    const events = await takeWaiting(ctx, {
      optOuts: batch.optOuts ?? false,
      kinds: handlers.map(({ kind }) => kind.name),
      receivedOn: batch.receivedOn,
      ids: batch.ids ?? null,
      skip: batch.skip ?? [],
      limit: batch.limit ?? turnEvents,
    });
    if (events.length === 0) return none;
    if (lock === 'deleted') {
      await deleteEvents(ctx, events);
      return { events: events.length, misfits: [] };
    }
    try {
      return { events: events.length, misfits: await act(ctx, handlers, events) };
    } catch (error) {
      throw new BatchFailed(events, error);
    }
  });

async function act(ctx: Context, handlers: readonly DrainHandler[], events: readonly InboxEvent[]): Promise<Bad[]> {
  const misfits: Bad[] = [];
  for (const { kind, act } of handlers) {
    const fitting: InboxEvent[] = [];
    for (const event of events) {
      if (event.kind !== kind.name) continue;
      const reason = misfitOf(kind, event);
      if (reason === null) fitting.push(event);
      else {
        misfits.push({ id: event.id, reason });
        await markDrained(ctx, [event], reason);
      }
    }
    if (fitting.length === 0) continue;
    await act(ctx, fitting);
    if (kind.forgets.length > 0) await forgetParts(ctx, fitting, kind.forgets);
  }
  const aside = new Set(misfits.map(({ id }) => id));
  await markDrained(
    ctx,
    events.filter(({ id }) => !aside.has(id)),
  );
  return misfits;
}

/** Which part does not fit and why, and never its value. */
function misfitOf({ signals }: InboxKind, event: InboxEvent): string | null {
  const { success, error } = signals.safeParse(event.signals);
  if (success) return null;
  const issues = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  return `It does not fit its schema: ${issues.join(', ')}`.slice(0, 500);
}

export type Sifted = {
  drained: number;
  bad: Bad[];
  /** Parts that ran over the time limit. They wait, for smaller batches: to halve each here as well would take minutes. */
  late: string[][];
};

/**
 * Finds the events that fail by halving the batch; the others are drained on the way. Whatever is no fault of the events,
 * a database that went away above all, is thrown.
 */
export async function siftBatch(
  ctx: Context,
  handlers: readonly DrainHandler[],
  { receivedOn, ids }: Required<Pick<Batch, 'receivedOn' | 'ids'>>,
): Promise<Sifted> {
  const half = Math.ceil(ids.length / 2);
  const parts = ids.length === 1 ? [ids] : [ids.slice(0, half), ids.slice(half)];
  const sifted: Sifted = { drained: 0, bad: [], late: [] };
  for (const part of parts) {
    try {
      sifted.drained += (await drainBatch(ctx, handlers, { receivedOn, ids: part })).events;
    } catch (error) {
      if (error instanceof BatchFailed && isTimeLimit(error.cause)) {
        sifted.late.push(error.ids);
        continue;
      }
      if (!(error instanceof BatchFailed) || isTransientError(error.cause)) throw error;
      if (part.length === 1) {
        sifted.bad.push({ id: part[0]!, reason: reasonOf(error.cause) });
        continue;
      }
      const inner = await siftBatch(ctx, handlers, { receivedOn, ids: part });
      sifted.drained += inner.drained;
      sifted.bad.push(...inner.bad);
      sifted.late.push(...inner.late);
    }
  }
  return sifted;
}

/** Lets the rest go on: the event counts as drained, has no effect, and says why. False while another worker drains. */
export const setAside = (
  ctx: Context,
  handlers: readonly DrainHandler[],
  { receivedOn, bad }: Pick<Waiting, 'receivedOn'> & Pick<Sifted, 'bad'>,
) =>
  inTransaction(ctx, async (ctx) => {
    if (!(await tryLockInbox(ctx))) return false;
    for (const { id, reason } of bad) {
      const kinds = handlers.map(({ kind }) => kind.name);
      const events = await takeWaiting(ctx, { kinds, receivedOn, ids: [id], limit: 1 });
      if (events.length > 0) await markDrained(ctx, events, reason);
    }
    return true;
  });

/** Never the values: the database's own errors carry those of rows in their detail, so only the message is kept. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
