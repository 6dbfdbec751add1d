import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { type SendsEntry, unpackSend } from '#platform/installation/entries.ts';
import { backgroundContext } from '../background-context.ts';
import { countStates, keepProgress, lockCampaign } from '../queries.ts';
import * as queries from './queries.ts';

/** Tells the ledger of a restored database which mails have left since. In order, and told twice it is once. */
export async function replaySends(database: Database, entries: readonly SendsEntry[]): Promise<void> {
  for (const own of Map.groupBy(entries, ({ campaignId }) => campaignId).values()) {
    const [{ organizationId, campaignId, month }] = own as [SendsEntry];
    const ctx = backgroundContext(database, organizationId, 'campaigns.replay');
    const sends = lastSteps(own);
    await inTransaction(ctx, (ctx) => replayCampaign(ctx, { campaignId, month }, sends));
  }
}

/** The last step of each; the id of the mail stands in the offer. */
function lastSteps(entries: readonly SendsEntry[]): queries.Journalled[] {
  const steps = new Map<string, queries.Journalled>();
  for (const packed of entries.flatMap(({ sends }) => sends)) {
    const { step, contactId, sendId } = unpackSend(packed);
    steps.set(contactId, { contactId, step, sendId: sendId ?? steps.get(contactId)?.sendId ?? null });
  }
  return [...steps.values()];
}

type Ledger = { campaignId: string; month: string };

async function replayCampaign(ctx: Context, ledger: Ledger, sends: readonly queries.Journalled[]): Promise<void> {
  const campaign = await queries.findRestored(ctx, ledger.campaignId);
  // Made after the backup: there is nothing left of it that could be sent.
  if (!campaign) return;
  const { campaignId } = ledger;
  if (campaign.month === null) await queries.keepMonth(ctx, ledger);
  const month = campaign.month ?? ledger.month;
  // Whoever has been erased meanwhile is in no ledger by this id; an audience that is frozen takes nobody new.
  if (!campaign.isFrozen) {
    await ensureAddressKey(ctx);
    await queries.insertJournalled(ctx, { campaignId, month }, sends);
  }
  const changed = await queries.markJournalled(ctx, { campaignId, month }, sends);
  if (changed === 0 || campaign.status !== 'COMPLETED') return;
  await lockCampaign(ctx, campaignId);
  await keepProgress(ctx, campaignId, await countStates(ctx, campaignId, month));
}
