import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { eachApart } from '#platform/each-apart.ts';
import { campaignFinished } from '../events.ts';
import type { Campaigns } from '../parts.ts';
import { lockCampaign } from '../queries.ts';
import { engineOf } from './engine.ts';
import * as queries from './queries.ts';

/** Completes sequences that everybody has passed or left, once their last email has its answer. */
export async function endSequences(campaigns: Campaigns, signal: AbortSignal): Promise<void> {
  const { database } = campaigns.settings;
  await eachApart(await queries.startedSequences(database.sweep), signal, async ({ organizationId, campaignId }) => {
    const ctx = backgroundContext(database, organizationId, 'campaigns.end-sequences');
    if (await isOver(campaigns, ctx, campaignId)) await endSequence(campaigns, ctx, campaignId);
  });
}

const isOver = async (campaigns: Campaigns, ctx: Context, campaignId: string): Promise<boolean> =>
  !(await engineOf(campaigns).hasPeopleInside(ctx, campaignId)) && !(await queries.isSending(ctx, campaignId));

/** Asked again under the lock: somebody may have paused or cancelled it meanwhile. Nobody gets in any more. */
const endSequence = (campaigns: Campaigns, ctx: Context, campaignId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (campaign?.status !== 'ACTIVE' || campaign.audience === null) return;
    if (!(await isOver(campaigns, ctx, campaignId))) return;
    await engineOf(campaigns).end(ctx, campaignId);
    await queries.markEnded(ctx, campaignId);
    await emit(ctx, campaignFinished, { campaignId, clientId: campaign.client_id });
  });
