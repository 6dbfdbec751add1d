import type { AutomationStatus } from '@waggle/contracts/automations';
import { refuseArchivedClient } from '#features/accounts/index.ts';
import { cancelStepEmails, resumeStepCampaigns } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { Problem } from '#platform/problem.ts';
import { holdAutomation, refuseSequence, requireAutomation } from '../drafts.ts';
import { endEverybody } from '../engine/end-everybody.ts';
import { shiftTimes } from '../jobs.ts';
import type { Automations } from '../parts.ts';
import { countsForPlan, refuseBeyondPlan } from '../plan.ts';
import { type AutomationRow, updateAutomation } from '../queries.ts';
import { watchSegments } from '../triggers/watch-segments.ts';
import { goOn } from './go-on.ts';
import * as queries from './queries.ts';
import { shiftAll } from './shift-times.ts';

type Asked = { status: Exclude<AutomationStatus, 'draft'>; overdue: 'go-on' | 'shift' };

/** Which status may follow which. One that ended lets people in again by being published. */
const follows: Record<Asked['status'], readonly string[]> = {
  live: ['paused', 'closing', 'live'],
  paused: ['live', 'closing'],
  closing: ['live', 'paused'],
  ended: ['live', 'paused', 'closing'],
};

export async function changeStatus(
  { campaigns }: Pick<Automations, 'campaigns'>,
  ctx: Context,
  automationId: string,
  asked: Asked,
): Promise<AutomationRow> {
  const looked = refuseSequence(await requireAutomation(ctx, automationId));
  requireMove(looked, asked);
  if (goesOn(asked)) await refuseArchivedClient(ctx, looked.client_id);
  // Emails that were held go on by the rules of campaigns; who does not acknowledge what held them is refused here.
  if (asked.status === 'live') await resumeStepCampaigns(campaigns, ctx, looked.id);
  return inTransaction(ctx, async (ctx) => {
    if (goesOn(asked)) await refuseArchivedClient(ctx, looked.client_id);
    const automation = await holdAutomation(ctx, automationId);
    requireMove(automation, asked);
    const isSame = automation.status === asked.status && automation.hold_reason === null;
    // One that is being resumed is paused until everybody's times are moved, and goes on then unless it is paused anew.
    if (isSame && (automation.resuming === null || asked.status !== 'paused')) return automation;
    const changed = await change[asked.status](ctx, automation, asked);
    if (countsForPlan(changed) && !countsForPlan(automation)) await refuseBeyondPlan(ctx);
    await watchSegments(ctx);
    return changed;
  });
}

/** Whether people may move again by it, which those of an archived client do not. */
const goesOn = ({ status }: Asked): boolean => status === 'live' || status === 'closing';

function requireMove({ live_version: version, status }: AutomationRow, asked: Asked): void {
  if (version === null) throw new Problem('wrong_state', 'This automation was never published. Publish it first.');
  if (status !== asked.status && !follows[asked.status].includes(status))
    throw new Problem('wrong_state', `This automation is ${status}. Reload the page and try again.`);
}

const change: Record<
  Asked['status'],
  (ctx: Context, automation: AutomationRow, asked: Asked) => Promise<AutomationRow>
> = {
  live: resume,
  paused: async (ctx, { id, paused_at: heldAt, resuming }) => {
    // While it is being resumed some have waited longer already: all of them do, before the next pause begins.
    if (resuming !== null) await shiftAll(ctx, id);
    await queries.closePlaces(ctx, id);
    return updateAutomation(ctx, id, {
      status: 'paused',
      paused_at: resuming === null ? (heldAt ?? ctx.now()) : ctx.now(),
    });
  },
  closing: async (ctx, automation, asked) =>
    standsStill(automation)
      ? resume(ctx, automation, asked)
      : updateAutomation(ctx, automation.id, { status: 'closing', paused_at: null }),
  ended: async (ctx, { id }) => {
    await endEverybody(ctx, id);
    await cancelStepEmails(ctx, id);
    await queries.keepResuming(ctx, id, null);
    return updateAutomation(ctx, id, { status: 'ended', paused_at: null, hold_reason: null });
  },
};

const standsStill = ({ status, hold_reason: held }: AutomationRow): boolean => status === 'paused' || held !== null;

/**
 * With `shift` everybody waits as much longer as it was paused or held, and it goes on once all of them do: nobody gets a flood of emails that
 * were due meanwhile. With `go-on` whoever was due goes on now.
 */
async function resume(ctx: Context, automation: AutomationRow, { status, overdue }: Asked): Promise<AutomationRow> {
  const { id, paused_at: pausedAt } = automation;
  const to = status === 'closing' ? status : 'live';
  if (overdue === 'shift' && pausedAt) {
    // Whoever asks again while it goes on begins nothing anew: some have been moved already.
    const begun = automation.resuming as queries.Resuming | null;
    const byMs = ctx.now().getTime() - pausedAt.getTime();
    const resuming = begun ?? (await queries.beginResuming(ctx, { byMs, to }));
    await queries.keepResuming(ctx, id, { ...resuming, to });
    await enqueue(ctx, shiftTimes, { automationId: id });
    // One that is held lets people in, and one that closes does not.
    return to === 'closing' ? updateAutomation(ctx, id, { status: 'paused' }) : automation;
  }
  return goOn(ctx, id, to);
}
