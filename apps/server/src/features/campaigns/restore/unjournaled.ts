import { type Context, inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { holdCampaign } from '../hold.ts';
import { lockGoing, pauseSendings } from '../sequences/queries.ts';
import * as queries from './queries.ts';

export type WouldSend = {
  organizationId: string;
  campaignId: string;
  name: string;
  state: 'sending' | 'due' | 'scheduled' | 'paused';
  /** Who waits for the mail. Nobody is counted before the audience is frozen. */
  waiting: number;
  /** Whom a journal knows to have been offered the mail after the backup. */
  recognised: number;
};

/** What would leave if the hold were lifted now. */
export async function listWouldSend(database: Database): Promise<WouldSend[]> {
  const listed: WouldSend[] = [];
  for (const campaign of await queries.openCampaigns(database.sweep)) {
    const { organizationId, campaignId } = campaign;
    const found = await queries.countWaiting(contextOf(database, campaign), campaignId);
    if (found) listed.push({ organizationId, campaignId, state: stateOf(campaign), ...found });
  }
  return listed;
}

function stateOf({ status, isFrozen, isDue }: queries.OpenCampaign): WouldSend['state'] {
  if (status === 'PAUSED') return 'paused';
  if (isFrozen) return 'sending';
  return isDue ? 'due' : 'scheduled';
}

/** Rows marked in one commit. */
const stretch = 20_000;

/**
 * Nobody knows who got a mail after the backup, because a journal is missing: whoever waits for one is in doubt, and a
 * campaign whose time came meanwhile asks before it starts. Answers how many.
 */
export async function doubtUnjournaled(database: Database): Promise<{ people: number; campaigns: number }> {
  const doubted = { people: 0, campaigns: 0 };
  for (const campaign of await queries.openCampaigns(database.sweep)) {
    const ctx = contextOf(database, campaign);
    const { campaignId, month, isFrozen, isDue, isSequence, isStarted } = campaign;
    // Its people are inside an automation, which is held with it.
    if (isSequence && isStarted) continue;
    if (isFrozen && month !== null)
      for (let marked = stretch; marked === stretch; doubted.people += marked)
        marked = await queries.doubtWaiting(ctx, { campaignId, month }, stretch);
    else if (isDue && (await holdCampaign(ctx, campaignId, 'restored'))) doubted.campaigns += 1;
  }
  return doubted;
}

/** People inside may have got their next emails: those that are queued wait. False where it was not going on. */
export const holdSequence = (ctx: Context, campaignId: string): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    if (!(await holdCampaign(ctx, campaignId, 'restored'))) return false;
    await lockGoing(ctx, campaignId);
    await pauseSendings(ctx, campaignId);
    return true;
  });

/**
 * A schedule whose time came while nobody was there, or in the part of history that is lost. It may say things that are over, or
 * have been sent by hand meanwhile, so a person decides. One the journals know to have started goes on. Answers how many.
 */
export async function askBeforeStart(database: Database): Promise<number> {
  let asking = 0;
  for (const campaign of await queries.openCampaigns(database.sweep)) {
    const { campaignId, status, isDue, isStarted, isFrozen } = campaign;
    if (status !== 'ACTIVE' || !isDue || isStarted || isFrozen) continue;
    const ctx = contextOf(database, campaign);
    const found = await queries.countWaiting(ctx, campaignId);
    if (!found || found.recognised > 0) continue;
    if (await holdCampaign(ctx, campaignId, 'restored')) asking += 1;
  }
  return asking;
}

const contextOf = (database: Database, { organizationId }: queries.OpenCampaign) =>
  backgroundContext(database, organizationId, 'operator');
