import { compile } from '@waggle/automations/compile';
import type { SequenceEngine, StartedSequence } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { startRowDeletion } from '#platform/row-deletion/jobs.ts';
import { endEverybody } from '../engine/end-everybody.ts';
import { enterPeople } from '../entries/enter.ts';
import { shareAutomation } from '../entries/queries.ts';
import { countStuck, findTotals } from '../figures/queries.ts';
import { shiftTimes } from '../jobs.ts';
import type { Automations } from '../parts.ts';
import { refuseBeyondPlan, requireRoomInPlan } from '../plan.ts';
import { freezeEmails } from '../publish/publish.ts';
import { insertVersion } from '../publish/queries.ts';
import { type AutomationRow, deleteAutomation, lockAutomation, updateAutomation } from '../queries.ts';
import { hasPeopleInside } from '../runs/queries.ts';
import { shiftAll } from '../status/shift-times.ts';
import { beginResuming, closePlaces, keepResuming } from '../status/queries.ts';
import { documentOf } from './document.ts';
import { insertSequence } from './queries.ts';

type Parts = Pick<Automations, 'campaigns'>;

/** Sequences of campaigns as automations with the id of the campaign. */
export const sequenceEngine = (parts: Parts): SequenceEngine => ({
  requireRoom: requireRoomInPlan,
  open: (ctx, sequence) => open(parts, ctx, sequence),
  isOpen: async (ctx, id) => (await shareAutomation(ctx, id))?.status === 'live',
  async enter(ctx, automationId, { contactIds, at }) {
    // At one time for all of them, so that those at the turn of a month get each email by the same campaign.
    await enterPeople(ctx, { automationId, contactIds, at, via: 'manual' });
  },
  async figures(ctx, id) {
    const [totals] = await findTotals(ctx, [id]);
    const { arrived, ended } = totals ?? { arrived: 0, ended: 0 };
    return { entered: arrived, inside: arrived - ended, stuck: (await countStuck(ctx, [id])).get(id) ?? 0 };
  },
  hasPeopleInside,
  pause,
  resume,
  async end(ctx, id) {
    if (!(await lockAutomation(ctx, id))) return;
    await endEverybody(ctx, id);
    await keepResuming(ctx, id, null);
    await updateAutomation(ctx, id, { status: 'ended', paused_at: null, hold_reason: null });
  },
  async remove(ctx, id) {
    await deleteAutomation(ctx, id);
    await startRowDeletion(ctx);
  },
});

async function open(parts: Parts, ctx: Context, sequence: StartedSequence): Promise<void> {
  const { id, clientId, name } = sequence;
  const document = documentOf(sequence);
  const emails = await freezeEmails(parts, ctx, document);
  await insertSequence(ctx, { id, clientId, name, document });
  await insertVersion(
    ctx,
    { id, client_id: clientId },
    { version: 1, document, program: { ...compile(document), emails } },
  );
  await refuseBeyondPlan(ctx);
}

export async function pause(ctx: Context, id: string): Promise<void> {
  const automation = await lockAutomation(ctx, id);
  if (!automation || !isGoing(automation)) return;
  // While it is being resumed some have waited longer already: all of them do, before the next pause begins.
  if (automation.resuming !== null) await shiftAll(ctx, id);
  await closePlaces(ctx, id);
  await updateAutomation(ctx, id, { status: 'paused', paused_at: ctx.now() });
}

const isGoing = ({ status, resuming }: AutomationRow): boolean => status === 'live' || resuming !== null;

async function resume(ctx: Context, id: string): Promise<void> {
  const automation = await lockAutomation(ctx, id);
  if (automation?.status !== 'paused') return;
  // Asked once more, in case the job was given up.
  if (automation.resuming !== null) return void (await enqueue(ctx, shiftTimes, { automationId: id }));
  const pausedAt = automation.paused_at ?? ctx.now();
  const byMs = ctx.now().getTime() - pausedAt.getTime();
  await keepResuming(ctx, id, await beginResuming(ctx, { byMs, to: 'live' }));
  await enqueue(ctx, shiftTimes, { automationId: id });
}
