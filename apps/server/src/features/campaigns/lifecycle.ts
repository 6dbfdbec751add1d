import { holdReasonOf } from '@waggle/contracts/campaign-holds';
import type { CampaignStatus } from '@waggle/contracts/campaigns';
import { openingAt } from '@waggle/contracts/sending-window';
import { recordAudit } from '#platform/audit/audit.ts';
import { findLastActor } from '#platform/audit/queries.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseArchivedClient } from '#features/accounts/index.ts';
import { countAudience } from './audience/audience.ts';
import { type CampaignWithProgress, readCampaign, requireCampaign } from './campaigns.ts';
import { holdCampaign } from './hold.ts';
import { freezeAudience, startCampaign } from './jobs.ts';
import { forgetOtherLinks } from './link-checks/queries.ts';
import type { Campaigns } from './parts.ts';
import * as queries from './queries.ts';
import { chosenMoment, latestStartMs } from './schedule.ts';
import { freezeContent } from './content/freeze-content.ts';
import { requireReady } from './readiness.ts';
import { type Acknowledgement, acknowledgeHold } from './sending/reputation/acknowledge.ts';
import { engineOf } from './sequences/engine.ts';
import { openSequence, pauseSequence, resumeSequence } from './sequences/moves.ts';
import { lockGoing, markEnded } from './sequences/queries.ts';
import { requireGoingOn, requireStart } from './sequences/readiness.ts';
import { refuseStep } from './steps/refuse-step.ts';
import { cancelSome, cancelStretch, completeIfDone } from './sending/queries.ts';
import { refuseOlder } from './versions/keep-versions.ts';

/** With a version, only what whoever sends has seen. */
type Sending = { afterSeconds?: number; version?: number | undefined };

/** Send: now, or when its time comes. Either way nothing of it waits in a queue alone: the row says it is due. */
export async function sendCampaign(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  { afterSeconds = 0, version }: Sending = {},
) {
  const draft = await requireCampaign(ctx, campaignId);
  refuseStep(draft, 'send');
  if (draft.status !== 'DRAFT') throw wrongMove(draft.status);
  await requireStart(campaigns, ctx, draft);
  const { client_id: clientId, topic_id: topicId } = draft;
  const scope = { clientId, topicId, ignoresCap: draft.contact_id !== null || draft.sequence !== null };
  const { recipients, clients } = await countAudience(ctx, scope, draft.recipients);
  if (recipients === 0)
    throw new Problem('invalid_input', 'No one would receive this campaign. Choose other recipients.');

  await inTransaction(ctx, async (ctx) => {
    await refuseArchivedClient(ctx, draft.client_id);
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign) throw notFound();
    await refuseOlder(ctx, campaign, version);
    const now = await databaseNow(ctx);
    const scheduledAt = startOf(now, campaign, afterSeconds);
    const moved = await queries.moveCampaign(ctx, campaignId, { from: 'DRAFT', to: 'ACTIVE', scheduledAt });
    if (!moved) throw wrongMove(campaign.status);
    if (scheduledAt <= now) await enqueue(ctx, startCampaign, { campaignId }, { singletonKey: campaignId });
    await ctx.audit?.(ctx, campaignId);
  });
  return { recipientCount: recipients, clientCount: clients, campaign: await readCampaign(ctx, campaignId) };
}

function startOf(now: Date, campaign: queries.CampaignRow, afterSeconds: number): Date {
  const soon = new Date(now.getTime() + afterSeconds * 1_000);
  const chosen = chosenMoment(campaign);
  if (chosen === null) return soon;
  if (isTooLate(now, chosen)) {
    const message = 'The scheduled time has passed. Choose another, or none to send now.';
    throw new Problem('invalid_input', message, { fields: { scheduledAt: message } });
  }
  if (!campaign.each_zone) return chosen;
  // Where the day began first the time may have passed already.
  return campaign.scheduled_at! < soon ? soon : campaign.scheduled_at!;
}

const isTooLate = (now: Date, scheduledAt: Date): boolean => now.getTime() - scheduledAt.getTime() > latestStartMs;

/** Freezes what the mails say and begins to freeze who gets them. Found due by a sweep or asked for by Send; acts once. */
export function begin(campaigns: Campaigns, ctx: Context, campaignId: string, attempt = 1): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign || campaign.status !== 'ACTIVE' || campaign.sent_at !== null || campaign.scheduled_at === null)
      return;
    const now = await databaseNow(ctx);
    if (campaign.scheduled_at > now) return;

    if (isTooLate(now, campaign.scheduled_at)) {
      await holdCampaign(ctx, campaignId, 'missed-schedule');
      return;
    }
    let settle: () => Promise<void>;
    try {
      settle = await prepare(campaigns, ctx, campaign);
    } catch (error) {
      if (!(error instanceof Problem) || isPassing(error, attempt)) throw error;
      await holdCampaign(ctx, campaignId, holdReasonOf(error.code));
      return;
    }
    await settle();
    // Each email of a sequence waits for its hours by itself.
    const window = campaign.sequence ? null : campaign.sending_window;
    await queries.markStarted(ctx, campaignId, window && openingAt(window, now.getTime()));
    await noteScheduledStart(ctx, campaign);
    await enqueue(ctx, freezeAudience, { campaignId }, { singletonKey: campaignId });
  });
}

/** Asks what Send asks. Answers what settles the words that are sent. */
async function prepare(
  campaigns: Campaigns,
  ctx: Context,
  campaign: queries.CampaignRow,
): Promise<() => Promise<void>> {
  if (campaign.sequence) {
    await requireStart(campaigns, ctx, campaign);
    return () => openSequence(campaigns, ctx, campaign);
  }
  const compiled = await requireReady(campaigns, ctx, campaign);
  return async () => {
    await freezeContent(campaigns, ctx, campaign, compiled);
    await forgetOtherLinks(ctx, campaign.id, []);
  };
}

/** Times content may overrun its thread before nobody tries again: on a busy machine the first may be no fault of its own. */
const mostOverruns = 3;

/** Nothing a person could mend: the threads are busy with others, or were slow. */
const isPassing = ({ code }: Problem, attempt: number): boolean =>
  code === 'overloaded' || code === 'too_many_requests' || (code === 'too_complex' && attempt < mostOverruns);

/** Longest from Send to the start of a campaign that was not scheduled, in milliseconds. */
const startsAtOnce = 60_000;

/** A start at its time is the server's doing, for whoever chose the time. One that follows Send is told by that row. */
async function noteScheduledStart(ctx: Context, campaign: queries.CampaignRow): Promise<void> {
  const { id, name, client_id: clientId, scheduled_at: scheduledAt } = campaign;
  // An email to one contact is told by the row of its request, without its subject.
  if (campaign.contact_id !== null) return;
  const asked = await findLastActor(ctx, id, ['campaigns.send', 'campaigns.status']);
  if (asked && scheduledAt!.getTime() - asked.happened_at.getTime() < startsAtOnce) return;
  await recordAudit(ctx, {
    action: 'campaigns.start',
    actorKind: 'system',
    actorId: asked?.actor_id ?? null,
    entityType: 'campaign',
    entityId: id,
    entityLabel: name,
    clientId,
  });
}

export async function changeStatus(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  { status: to, acknowledge }: { status: CampaignStatus; acknowledge?: Acknowledgement | undefined },
): Promise<CampaignWithProgress> {
  const seen = await requireCampaign(ctx, campaignId);
  // What is held goes on by this call; who wants it to stop stops the automation, which would go on to queue emails.
  if (to === 'PAUSED') refuseStep(seen, 'pause');
  requireMove(seen, to);
  // Before the transaction: a person limited to a client asks for what the organization set up over a second connection.
  if (to === 'ACTIVE') await (seen.sent_at === null ? requireStart : requireGoingOn)(campaigns, ctx, seen);

  await inTransaction(ctx, async (ctx) => {
    if (to === 'ACTIVE') await refuseArchivedClient(ctx, seen.client_id);
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign) throw notFound();
    requireMove(campaign, to);
    if (to === 'ACTIVE') await acknowledgeHold(ctx, campaign, acknowledge);
    const { sent_at: sentAt, scheduled_at: scheduledAt } = campaign;
    const now = await databaseNow(ctx);
    const isMissed = to === 'ACTIVE' && sentAt === null && scheduledAt !== null && scheduledAt < now;
    await queries.moveCampaign(ctx, campaignId, {
      from: campaign.status,
      to,
      holdReason: null,
      ...(isMissed && { scheduledAt: now }),
    });
    await moveSequence(campaigns, ctx, campaign, to);
    if (isMissed) await enqueue(ctx, startCampaign, { campaignId }, { singletonKey: campaignId });
    await ctx.audit?.(ctx, campaignId);
  });
  return readCampaign(ctx, campaignId);
}

/** What is behind a sequence that has started. */
async function moveSequence(
  campaigns: Campaigns,
  ctx: Context,
  { id, sequence, sent_at: sentAt }: queries.CampaignRow,
  to: CampaignStatus,
): Promise<void> {
  if (sequence && sentAt !== null) await (to === 'PAUSED' ? pauseSequence : resumeSequence)(campaigns, ctx, id);
}

/** A person pauses and resumes; to DRAFT and COMPLETED a campaign moves by other calls or not at all. */
const movesFrom: Partial<Record<CampaignStatus, CampaignStatus>> = { ACTIVE: 'PAUSED', PAUSED: 'ACTIVE' };

function requireMove({ status, cancelled_at: cancelled }: queries.CampaignRow, to: CampaignStatus): void {
  if (status !== movesFrom[to] || cancelled !== null) throw wrongMove(status);
}

/** Seconds to count a ledger that is still being frozen. */
const cancelSeconds = 60;

/**
 * Whoever has not been offered a mail never is, from this commit on. Few are marked at once; workers mark the rest of a
 * million, so that nobody waits for it. Complete when the last answers are in.
 */
export async function cancelCampaign(
  ctx: Context,
  campaignId: string,
  parts: Pick<Campaigns, 'sequences'> = { sequences: [] },
): Promise<CampaignWithProgress> {
  await withStatementTimeout(ctx, cancelSeconds, async (ctx) => {
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign) throw notFound();
    const { status, cancelled_at: cancelled } = campaign;
    if ((status !== 'ACTIVE' && status !== 'PAUSED') || cancelled !== null) throw wrongMove(status);
    if (campaign.sequence) await cancelSequence(parts, ctx, campaign);
    else await cancelSending(ctx, campaignId);
    await ctx.audit?.(ctx, campaignId);
  });
  return readCampaign(ctx, campaignId);
}

async function cancelSending(ctx: Context, campaignId: string): Promise<void> {
  const month = await queries.markCancelled(ctx, campaignId);
  await cancelSome(ctx, { campaignId, month }, cancelStretch);
  // One that never began is seen by no worker.
  await completeIfDone(ctx, { campaignId, month });
}

/** Everybody leaves, and emails that are queued are not sent. */
async function cancelSequence(
  parts: Pick<Campaigns, 'sequences'>,
  ctx: Context,
  { id, sent_at: sentAt }: queries.CampaignRow,
): Promise<void> {
  if (sentAt !== null) {
    const engine = engineOf(parts);
    // First, because a turn that is under way holds its people and then the campaigns it queues emails in.
    await engine.end(ctx, id);
    for (const sending of await lockGoing(ctx, id)) await cancelSending(ctx, sending.id);
    await queries.closeFreeze(ctx, id, (await engine.figures(ctx, id)).entered);
  }
  await queries.markCancelled(ctx, id);
  await markEnded(ctx, id);
}

export const wrongMove = (status: string) =>
  new Problem('wrong_state', `This can't be done while the campaign is ${status.toLowerCase()}.`);
