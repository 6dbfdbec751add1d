import { shiftedUntil } from '@waggle/automations/shifted';
import { type Context, inTransaction } from '#platform/context.ts';
import { findZones } from '../engine/facts/zone-of.ts';
import { versionOf } from '../live/live-automations.ts';
import { goOn } from './go-on.ts';
import * as queries from './queries.ts';

/** People whose times are moved in one transaction. */
const atOnce = 5_000;

/** All that is left of it at once, in the caller's transaction. */
export async function shiftAll(ctx: Context, automationId: string): Promise<void> {
  for (let resuming = await queries.holdResuming(ctx, automationId); resuming;) {
    const last = await shiftNext(ctx, automationId, resuming);
    resuming = last === null ? undefined : { ...resuming, after: last };
  }
  await queries.keepResuming(ctx, automationId, null);
}

/** How far it came stands in the row of the automation, written with what was moved: whoever repeats this moves nobody twice. */
export async function shiftEverybody(ctx: Context, automationId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const more = await inTransaction(ctx, async (ctx) => {
      const resuming = await queries.holdResuming(ctx, automationId);
      if (!resuming) return false;
      const last = await shiftNext(ctx, automationId, resuming);
      if (last === null) {
        await goOn(ctx, automationId, resuming.to);
        return false;
      }
      await queries.keepResuming(ctx, automationId, { ...resuming, after: last });
      return true;
    });
    if (!more) return;
  }
}

/** Milliseconds it stood still while they were at their step. */
const waited = ({ arrivedAt }: queries.Waiting, { byMs, at }: queries.Resuming): number =>
  Math.max(0, Math.min(byMs, at - arrivedAt.getTime()));

/** Answers the last who was moved; null when there are no more. */
async function shiftNext(ctx: Context, automationId: string, resuming: queries.Resuming): Promise<string | null> {
  const waiting = await queries.takeWaiting(ctx, automationId, resuming, atOnce);
  if (waiting.length === 0) return null;
  const rests = await findRests(ctx, automationId, resuming, waiting);
  const others = waiting.filter(({ id }) => !rests.has(id));
  if (others.length > 0)
    await queries.shiftRuns(
      ctx,
      others.map((run) => ({ id: run.id, byMs: waited(run, resuming) })),
      resuming.at,
    );
  if (rests.size > 0)
    await queries.setRests(
      ctx,
      [...rests].map(([id, until]) => ({ id, until })),
    );
  return waiting.at(-1)!.id;
}

/** Of those who wait for a time of the calendar, when they go on. */
async function findRests(
  ctx: Context,
  automationId: string,
  resuming: queries.Resuming,
  waiting: readonly queries.Waiting[],
): Promise<Map<string, number>> {
  const rests = new Map<string, number>();
  const zoneOf = await findZones(ctx, waiting);
  for (const [version, people] of Map.groupBy(waiting, (run) => run.version)) {
    const { program } = await versionOf(ctx, automationId, version);
    for (const run of people) {
      const node = program.nodes[run.step];
      if (node?.kind !== 'wait-until' || run.deadline === null) continue;
      const stood = { byMs: waited(run, resuming), now: resuming.at };
      rests.set(run.id, shiftedUntil(node.until, run.deadline.getTime(), stood, zoneOf(run)));
    }
  }
  return rests;
}
