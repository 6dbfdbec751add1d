import { refuseArchivedClient } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { type CampaignWithProgress, readCampaign, type Schedule, scheduleOf } from '../campaigns.ts';
import { wrongMove } from '../lifecycle.ts';
import { type CampaignRow, lockCampaign, moveCampaign } from '../queries.ts';
import { chosenMoment, firstInstantOf } from '../schedule.ts';
import { refuseStep } from '../steps/refuse-step.ts';
import { setSchedule } from './queries.ts';

/** To another time. Who paused it resumes it; one that missed its time only waited for a new one. */
export function reschedule(ctx: Context, campaignId: string, at: string): Promise<CampaignWithProgress> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await lockUnstarted(ctx, campaignId);
    await refuseArchivedClient(ctx, campaign.client_id);
    const schedule = await scheduleOf(ctx, at, campaign.each_zone);
    const now = await databaseNow(ctx);
    if (chosenMoment({ ...campaign, ...schedule })! <= now) throw past();
    const start = schedule.scheduled_at!;
    // Where the day began first the time may have passed: it starts at once, as it does by Send.
    await setSchedule(ctx, campaignId, { ...schedule, scheduled_at: start < now ? now : start });
    if (campaign.hold_reason === 'missed-schedule')
      await moveCampaign(ctx, campaignId, { from: 'PAUSED', to: 'ACTIVE', holdReason: null });
    await ctx.audit?.(ctx, campaignId);
    return readCampaign(ctx, campaignId);
  });
}

/** Milliseconds ahead of a start that nobody chose: Send gives a moment to take it back. */
const moment = 60_000;

/** As it was before Send. A time that has come or comes in a moment is none that somebody chose for later. */
export function returnToDraft(ctx: Context, campaignId: string): Promise<CampaignWithProgress> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await lockUnstarted(ctx, campaignId);
    const at = chosenMoment(campaign);
    const now = await databaseNow(ctx);
    if (at !== null && at.getTime() - now.getTime() < moment)
      await setSchedule(ctx, campaignId, { scheduled_at: null, scheduled_local: null, scheduled_zone: null });
    else if (campaign.each_zone) await setSchedule(ctx, campaignId, asChosen(campaign));
    await moveCampaign(ctx, campaignId, { from: campaign.status, to: 'DRAFT', holdReason: null });
    await ctx.audit?.(ctx, campaignId);
    return readCampaign(ctx, campaignId);
  });
}

/** Sent after the time had passed somewhere, it would have started at once. */
const asChosen = ({ scheduled_local: local, scheduled_zone: zone, scheduled_at: at }: CampaignRow): Schedule => ({
  scheduled_at: local === null ? at : firstInstantOf(local),
  scheduled_local: local,
  scheduled_zone: zone,
});

/** The lock makes whoever starts it wait, and then see what was done. */
async function lockUnstarted(ctx: Context, campaignId: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(ctx, campaignId);
  if (!campaign) throw notFound();
  refuseStep(campaign, 'schedule');
  if (campaign.status === 'DRAFT' || campaign.status === 'COMPLETED' || campaign.cancelled_at !== null)
    throw wrongMove(campaign.status);
  if (campaign.sent_at !== null)
    throw new Problem('wrong_state', 'This campaign has started. Pause or cancel it instead.');
  return campaign;
}

function past(): Problem {
  const message = 'Choose a time in the future.';
  return new Problem('invalid_input', message, { fields: { scheduledAt: message } });
}
