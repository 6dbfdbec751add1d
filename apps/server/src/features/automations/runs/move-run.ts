import { codeOf } from '@waggle/automations/outcomes';
import { placeOf, stepIdOf } from '@waggle/automations/program';
import { type Context, inTransaction } from '#platform/context.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { notFound } from '#platform/problem.ts';
import { requireAutomation } from '../drafts.ts';
import { arrive } from '../engine/arrive.ts';
import { Counts } from '../engine/counts.ts';
import { addCounts } from '../engine/queries.ts';
import { versionOf } from '../live/live-automations.ts';
import { arriveAt, traceMoved } from '../publish/move-queries.ts';
import { lockRun } from './queries.ts';

type Asked = { automationId: string; runId: string; stepId: string };

/** Places somebody at another step of their version, as publishing does with everybody. Who is in a turn is waited for. */
export async function moveRun(ctx: Context, { automationId, runId, stepId }: Asked): Promise<void> {
  await requireAutomation(ctx, automationId);
  await inTransaction(ctx, async (ctx) => {
    const run = await lockRun(ctx, automationId, runId);
    if (!run) throw notFound();
    const { program } = await versionOf(ctx, automationId, run.version);
    const to = placeOf(program, stepId);
    if (to === undefined) throw notFound();
    const wakeAt = await databaseNow(ctx);
    const move = { automation_id: automationId, client_id: run.clientId, to_version: run.version };
    const place = { automationId, clientId: run.clientId, version: run.version };
    await arrive(ctx, [{ ...place, step: to, wakeAt: wakeAt.getTime() }]);
    await arriveAt(ctx, move, [{ id: run.id, step: to, wakeAt, fresh: true, deadline: null }]);
    await traceMoved(ctx, move, [{ ...run, to }], codeOf('moved'));
    await countMove(ctx, { ...run, automationId }, { from: stepIdOf(program, run.step), to: stepId });
  });
}

/** A step that somebody is taken from is one they skipped. Who has not begun was not counted at the first one. */
async function countMove(
  ctx: Context,
  run: { automationId: string; clientId: string | null; seq: number },
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const counts = new Counts();
  if (from !== null && run.seq > 0) counts.add(run, from, 'skipped');
  counts.add(run, to, 'arrived');
  await addCounts(ctx, counts.list());
}
