import { type Context, inTransaction } from '#platform/context.ts';
import { withPatience } from '#platform/database/patience.ts';
import * as audience from './audience/queries.ts';
import * as queries from './queries.ts';
import { recipientsAreThere } from './references/check-references.ts';

/** Contacts looked at in one transaction: about a third of a second of work, and what a killed worker loses. */
const stretchSize = 8_000;

/** Makes the audience one row per recipient, stretch by stretch; whoever comes after a kill goes on at the last commit. */
export async function freezeAudience(ctx: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withPatience(ctx, 60, (ctx) => freezeNext(ctx, campaignId));
  }
}

/** Answers whether there is more to do. The lock makes a second worker wait, and then see what the first has done. */
function freezeNext(ctx: Context, campaignId: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign || campaign.month === null || campaign.audience !== null) return false;

    const { client_id: clientId, recipients, month, frozen_through: through } = campaign;
    if (!(await recipientsAreThere(ctx, recipients))) {
      await queries.moveCampaign(ctx, campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason: 'recipients-gone' });
      return false;
    }
    const freezing = { campaignId, clientId, recipients, month, through };
    const buckets = await audience.freezeStretch(ctx, freezing, stretchSize);
    const last = buckets
      .map((bucket) => bucket.through)
      .toSorted()
      .at(-1);
    if (last === undefined) {
      await queries.closeFreeze(ctx, campaignId);
      return false;
    }
    const leftOut = buckets.filter(({ bucket }) => bucket !== 'recipient');
    await audience.addExclusions(ctx, freezing, leftOut);
    await queries.noteFrozen(ctx, campaignId, last);
    return true;
  });
}
