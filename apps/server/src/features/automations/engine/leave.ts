import { type Context, inTransaction } from '#platform/context.ts';
import { Counts } from './counts.ts';
import { addCounts, endRuns } from './queries.ts';
import { findStepIds } from './step-ids.ts';
import { type InsideRun, lockRuns } from './wake.sql.ts';

/** Why somebody is taken out, other than by a step. */
export type TakenOut = 'removed' | 'ended' | 'given-up' | 'deleted' | 'moved';

/** Takes people out of their automations. Answers how many were still inside. */
export const leavePeople = (ctx: Context, runIds: readonly string[], reason: TakenOut): Promise<number> =>
  inTransaction(ctx, async (ctx) => endAll(ctx, await lockRuns(ctx, runIds), reason));

/** Those whose rows are locked. */
export async function endAll(ctx: Context, runs: readonly InsideRun[], reason: TakenOut): Promise<number> {
  if (runs.length === 0) return 0;
  const counts = new Counts();
  const stepIds = await findStepIds(ctx, runs);
  for (const run of runs) {
    const stepId = stepIds(run);
    if (stepId !== null) counts.add(run, stepId, 'ended');
    counts.add(run, '', 'ended');
  }
  await addCounts(ctx, counts.list());
  await endRuns(
    ctx,
    runs.map(({ id, step }) => ({ id, step, turns: 0, reason })),
  );
  return runs.length;
}
