import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Heartbeats } from '../heartbeats.ts';
import type { Log } from '../log.ts';
import { type Repeated, repeatEvery } from '../repeat-every.ts';
import { openReader, organizationsSince, type Position, saveSwept } from './cursor.sql.ts';
import { type RowReader, readersOf, readRows } from './read-rows.ts';
import type { Subscription } from './subscription.ts';

/** Milliseconds between two looks. */
const tickMs = 250;
/** Milliseconds one subscriber reads before another gets its turn. */
const turnMs = 5_000;
/** Organizations read at once by one process. */
const workers = 2;
/** Seconds of one round after which the loop is stuck. */
const stuckSeconds = 120;
/** Milliseconds after which the position is kept outside of this process: what a restart looks through again. */
const saveMs = 10_000;
/** Seconds an organization rests whose rows could not be read; doubles with every further failure. */
const rest = { first: 1, most: 60 };

type Parts = {
  database: Database;
  log: Log;
  subscriptions: readonly Subscription[];
  heartbeats?: Heartbeats | undefined;
  /** See `Context`. */
  sellsNoPlans?: boolean;
};

/** Reads rows that are events for as long as the process runs. Many processes may do this at once. */
export function startFollowing(parts: Parts): Repeated {
  const readers = readersOf(parts.subscriptions).map((reader) => createFollower(parts, reader));
  const beat = parts.heartbeats?.loop('events', stuckSeconds);
  return repeatEvery(
    tickMs,
    parts.log,
    async (signal) => {
      for (const look of readers) if (!signal.aborted) await look(signal);
    },
    { beat },
  );
}

/** Somebody whose rows wait; after a failure not before a time. */
type Waiting = { failures: number; notBefore: number };

/** Looks whose rows are new and reads theirs. Who cannot be read keeps waiting and holds nobody up. */
export function createFollower(parts: Parts, reader: RowReader) {
  const { database, log } = parts;
  const waiting = new Map<string, Waiting>();
  let position: Position | undefined;
  let saved = { swept: '', at: 0 };

  async function open(): Promise<Position> {
    const { wasReset, ...opened } = await openReader(database.tenant(null), reader);
    if (wasReset)
      log.warn(
        { subscriber: reader.subscriber },
        'the database was restored: events before this moment are not delivered',
      );
    saved = { swept: opened.swept, at: performance.now() };
    return opened;
  }

  async function read(organizationId: string): Promise<boolean> {
    const { failures } = waiting.get(organizationId)!;
    try {
      const outcome = await readRows(contextOf(parts, organizationId), reader, log);
      if (outcome === 'done' || outcome === 'gone') waiting.delete(organizationId);
      else waiting.set(organizationId, { failures: 0, notBefore: 0 });
      return outcome === 'more';
    } catch (error) {
      log.warn({ err: error, organizationId, subscriber: reader.subscriber }, 'events could not be read');
      const seconds = Math.min(rest.first * 2 ** failures, rest.most);
      waiting.set(organizationId, { failures: failures + 1, notBefore: performance.now() + seconds * 1_000 });
      return false;
    }
  }

  /** One page for everybody who waits. True when somebody has more. */
  async function round(signal: AbortSignal): Promise<boolean> {
    position ??= await open();
    const found = await organizationsSince(database.sweep, reader, position);
    for (const id of found?.organizationIds ?? []) if (!waiting.has(id)) waiting.set(id, { failures: 0, notBefore: 0 });
    if (found) position = { ...position, swept: found.now };

    const due = [...waiting].filter(([, { notBefore }]) => notBefore <= performance.now()).values();
    let more = false;
    const worker = async () => {
      for (const [organizationId] of due) {
        if (signal.aborted) return;
        if (await read(organizationId)) more = true;
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    return more;
  }

  async function save(): Promise<void> {
    if (!position || waiting.size > 0 || position.swept === saved.swept) return;
    if (performance.now() - saved.at < saveMs) return;
    await saveSwept(database.tenant(null), reader, position.swept);
    saved = { swept: position.swept, at: performance.now() };
  }

  return async (signal: AbortSignal): Promise<void> => {
    const begun = performance.now();
    for (let more = true; more && !signal.aborted && performance.now() - begun < turnMs;) more = await round(signal);
    await save();
  };
}

const contextOf = ({ database, sellsNoPlans = false }: Parts, organizationId: string): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'platform.events' },
  now: () => new Date(),
  sellsNoPlans,
});
