import { type Context, inTransaction } from '#platform/context.ts';
import { ensureAddressKey } from '#features/contacts/index.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import * as audience from '../audience/queries.ts';
import { holdCampaign } from '../hold.ts';
import type { Campaigns } from '../parts.ts';
import { closeFreeze, lockCampaign, noteFrozen } from '../queries.ts';
import { recipientsAreThere } from '../references/check-references.ts';
import { engineOf } from './engine.ts';

/** Contacts looked at in one transaction, which is what a killed worker loses. */
const stretchSize = 2_000;

/**
 * Lets the audience in, stretch by stretch in the order of ids. How far it came is written with those who got in, and who ever got in
 * does not get in again: whoever repeats this lets nobody in twice.
 */
export async function letAudienceIn(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  signal: AbortSignal,
): Promise<void> {
  await ensureAddressKey(ctx);
  for (;;) {
    signal.throwIfAborted();
    if (!(await withStatementTimeout(ctx, 60, (ctx) => letNextIn(campaigns, ctx, campaignId)))) return;
  }
}

/** Whether there is more to do. One that is paused goes on when it is resumed: the look for due campaigns finds it. */
function letNextIn(campaigns: Campaigns, ctx: Context, campaignId: string): Promise<boolean> {
  const engine = engineOf(campaigns);
  return inTransaction(ctx, async (ctx) => {
    await audience.beginStretch(ctx);
    const campaign = await lockCampaign(ctx, campaignId);
    if (!campaign || campaign.status !== 'ACTIVE' || campaign.sent_at === null || campaign.audience !== null)
      return false;
    const { client_id: clientId, recipients, frozen_through: through, sent_at: at, topic_id: topicId } = campaign;
    if (!(await recipientsAreThere(ctx, clientId, recipients))) {
      await holdCampaign(ctx, campaignId, 'recipients-gone');
      await engine.pause(ctx, campaignId);
      return false;
    }
    if (!(await engine.isOpen(ctx, campaignId))) return false;
    const entering = { campaignId, clientId, topicId, recipients, through, ignoresCap: true };
    const buckets = await audience.bucketStretch(ctx, entering, stretchSize);
    const last = buckets
      .map((bucket) => bucket.through)
      .toSorted()
      .at(-1);
    if (last === undefined) {
      await closeFreeze(ctx, campaignId, (await engine.figures(ctx, campaignId)).entered);
      return false;
    }
    const contactIds = buckets.find(({ bucket }) => bucket === 'recipient')?.contactIds ?? [];
    if (contactIds.length > 0) await engine.enter(ctx, campaignId, { contactIds, at });
    await audience.addExclusions(
      ctx,
      entering,
      buckets.filter(({ bucket }) => bucket !== 'recipient'),
    );
    await noteFrozen(ctx, campaignId, last);
    return true;
  });
}
