import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { type SendsEntry, unpackSend } from '#platform/installation/entries.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { countStates, keepProgress, lockCampaign } from '../queries.ts';
import { addAudience } from '../steps/queries.ts';
import * as queries from './queries.ts';
import { rebuildStep } from './rebuild-step.ts';

/** Tells the ledger of a restored database which mails have left since. In order, and told twice it is once. */
export async function replaySends(database: Database, entries: readonly SendsEntry[]): Promise<void> {
  for (const own of Map.groupBy(entries, ({ campaignId }) => campaignId).values()) {
    const [{ organizationId, campaignId, month, step }] = own as [SendsEntry];
    const ctx = backgroundContext(database, organizationId, 'campaigns.replay');
    const sends = lastSteps(own);
    await inTransaction(ctx, (ctx) => replayCampaign(ctx, { campaignId, month, ...(step && { step }) }, sends));
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

type Ledger = Pick<SendsEntry, 'campaignId' | 'month' | 'step'>;

async function replayCampaign(ctx: Context, ledger: Ledger, said: readonly queries.Journalled[]): Promise<void> {
  const campaign = await findOrRebuild(ctx, ledger);
  // Made after the backup: there is nothing left of it that could be sent.
  if (!campaign) return;
  const campaignId = campaign.id;
  // Without its words nobody gets it who waits for it: they are in doubt.
  const sends = campaign.isWordless
    ? said.map((send) => (send.step === 'p' ? { ...send, step: 'o' as const } : send))
    : said;
  if (campaign.month === null) await queries.keepMonth(ctx, ledger);
  const month = campaign.month ?? ledger.month;
  // Whoever has been erased meanwhile is in no ledger by this id; an audience that is frozen takes nobody new.
  if (!campaign.isFrozen) {
    await ensureAddressKey(ctx);
    await queries.insertJournalled(ctx, { campaignId, month }, sends);
  }
  // One of an automation took people in after the backup. They come there again, and must be known to have the email.
  if (campaign.isStep) {
    await ensureAddressKey(ctx);
    await lockCampaign(ctx, campaignId);
    const { numAffectedRows = 0n } = await queries.insertJournalled(ctx, { campaignId, month }, sends);
    if (numAffectedRows > 0n) await addAudience(ctx, campaignId, Number(numAffectedRows));
  }
  const changed = await queries.markJournalled(ctx, { campaignId, month }, sends);
  if (changed === 0 || campaign.status !== 'COMPLETED') return;
  await lockCampaign(ctx, campaignId);
  await keepProgress(ctx, campaignId, await countStates(ctx, campaignId, month));
}

/** One of a step is made again: its people come to the step again, whether the backup knows the campaign or not. */
async function findOrRebuild(ctx: Context, { step, ...ledger }: Ledger) {
  const known = await queries.findRestored(ctx, ledger.campaignId);
  if (known || !step) return known;
  const rebuilt = await rebuildStep(ctx, ledger, step);
  return rebuilt === undefined ? undefined : queries.findRestored(ctx, rebuilt);
}
