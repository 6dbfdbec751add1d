import { refuseArchivedClient } from '#features/accounts/index.ts';
import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';

export type Queued = {
  queued: string[];
  /** By contact. `had`: an email of this step, month and pass is in a ledger already. */
  leftOut: Map<string, string>;
};

/**
 * Rows of the ledger for those who may be mailed now; whoever opts out until it is sent is asked about again. All campaigns of the step,
 * month and pass are locked first: so nobody gets two of them, and whoever ends the campaign waits and then finds another audience.
 */
export function queueStepEmails(ctx: Context, campaignId: string, contactIds: readonly string[]): Promise<Queued> {
  return inTransaction(ctx, async (ctx) => {
    if (contactIds.length === 0) return { queued: [], leftOut: new Map() };
    await ensureAddressKey(ctx);
    // Before the campaigns, in the order of whoever archives a client.
    await refuseArchivedClient(ctx, await queries.findClient(ctx, campaignId));
    const siblings = await queries.lockSiblings(ctx, campaignId);
    const campaign = siblings.find(({ id }) => id === campaignId);
    if (!campaign) throw notFound();
    if (campaign.isCancelled)
      throw new Problem('wrong_state', 'This campaign was canceled. Emails of its step go by another one.');

    const rows = await queries.insertSends(ctx, { campaign, siblings }, contactIds);
    const queued = rows.flatMap(({ contactId, reason }) => (reason === null ? contactId : []));
    if (queued.length > 0) await queries.addAudience(ctx, campaignId, queued.length);
    return { queued, leftOut: new Map(rows.flatMap(({ contactId, reason }) => (reason ? [[contactId, reason]] : []))) };
  });
}
