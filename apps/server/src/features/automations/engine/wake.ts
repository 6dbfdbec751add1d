import { allHeard, listensTo, type News } from '@waggle/automations/needs';
import { type Context, inTransaction } from '#platform/context.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { versionOf, versionsInside } from '../live/live-automations.ts';
import { arrive } from './arrive.ts';
import { findStepIds } from './step-ids.ts';
import * as queries from './wake.sql.ts';

/**
 * Lets people look again who rest where one of these is listened to. Only a call: the turn reads for itself what happened, so one too
 * many does no harm.
 */
export async function wakePeople(ctx: Context, contactIds: readonly string[], kinds: readonly News[]): Promise<number> {
  if (contactIds.length === 0) return 0;
  const isHeard = (heard: ReadonlySet<News>): boolean => kinds.some((kind) => heard.has(kind));
  const listening = (await versionsInside(ctx)).filter(({ program }) => isHeard(allHeard(program)));
  if (listening.length === 0) return 0;
  return inTransaction(ctx, async (ctx) => {
    const automationIds = [...new Set(listening.map(({ automationId }) => automationId))];
    const inside = await queries.lockRunsOf(ctx, contactIds, automationIds);
    const waiting: queries.InsideRun[] = [];
    for (const run of inside) {
      // Whoever was being moved is in another version by now than when those were looked up.
      const { program } = await versionOf(ctx, run.automationId, run.version);
      if (isHeard(listensTo(program, run.step))) waiting.push(run);
    }
    await goOn(ctx, waiting, queries.wakeRuns);
    return waiting.length;
  });
}

/** Tries again for those who are stuck. */
export const tryAgain = (ctx: Context, runIds: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => goOn(ctx, await queries.lockRuns(ctx, runIds), queries.freeRuns));

type Answer = {
  runId: string;
  /** Of the run when it asked. */
  seq: number;
  stepId: string;
  /** At most 2 kB of JSON. */
  answer: unknown;
};

/** What a webhook answered; one for a step that the run has left already does nothing. */
export const answerRun = (ctx: Context, answer: Answer): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const runs = await queries.lockRuns(ctx, [answer.runId]);
    const stepIds = await findStepIds(ctx, runs);
    if (!runs.some((run) => stepIds(run) === answer.stepId)) return false;
    if (!(await queries.keepAnswer(ctx, answer))) return false;
    await goOn(ctx, runs, queries.wakeRuns);
    return true;
  });

async function goOn(ctx: Context, runs: readonly queries.InsideRun[], write: typeof queries.wakeRuns): Promise<void> {
  if (runs.length === 0) return;
  const wakeAt = (await databaseNow(ctx)).getTime();
  await arrive(
    ctx,
    runs.map((run) => ({ ...run, wakeAt })),
  );
  await write(
    ctx,
    runs.map(({ id }) => id),
  );
}
