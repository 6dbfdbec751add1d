import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withPatience } from '#platform/database/patience.ts';
import * as audience from './audience/queries.ts';
import * as queries from './queries.ts';
import { recipientsAreThere } from './references/check-references.ts';

/** Contacts looked at in one transaction: about a third of a second of work, and what a killed worker loses. */
const stretchSize = 16_000;

/** Makes the audience one row per recipient, stretch by stretch; whoever comes after a kill goes on at the last commit. */
export async function freezeAudience(ctx: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  await ensureAddressKey(ctx);
  for (;;) {
    signal.throwIfAborted();
    const next = await withPatience(ctx, 60, (ctx) => freezeNext(ctx, campaignId));
    if (next === 'over') return;
    if (next === 'all') break;
  }
  // Nobody is added any more, so nobody needs to wait while a million are counted.
  const people = await withPatience(ctx, 60, (ctx) => queries.countFrozen(ctx, campaignId));
  await queries.closeFreeze(ctx, campaignId, people);
}

/** Answers whether there is more to do, or everybody is there, or it is over for another reason. The lock makes a second worker wait, and then see what the first has done. */
function freezeNext(ctx: Context, campaignId: string): Promise<'more' | 'all' | 'over'> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign || campaign.month === null || campaign.audience !== null) return 'over';

    const { client_id: clientId, recipients, month, frozen_through: through } = campaign;
    if (!(await recipientsAreThere(ctx, clientId, recipients))) {
      await queries.moveCampaign(ctx, campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason: 'recipients-gone' });
      return 'over';
    }
    const freezing = { campaignId, clientId, recipients, month, through };
    const buckets = await audience.freezeStretch(ctx, freezing, stretchSize);
    const last = buckets
      .map((bucket) => bucket.through)
      .toSorted()
      .at(-1);
    if (last === undefined) return 'all';
    const leftOut = buckets.filter(({ bucket }) => bucket !== 'recipient');
    await audience.addExclusions(ctx, freezing, leftOut);
    await queries.noteFrozen(ctx, campaignId, last);
    return 'more';
  });
}
