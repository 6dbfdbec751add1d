import type { EntryAnswer } from '@waggle/contracts/contact-batches';
import type { ContactFilter } from '@waggle/contracts/contacts';
import {
  addLeftOut,
  type BatchParts,
  type Entrance,
  findContactNames,
  findPresent,
  presentEntry,
  startEntering,
} from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseSequence, requireAutomation } from '../drafts.ts';
import { enterExplained } from './left-out.ts';

/** Somebody chose these contacts. The rules of the automation hold for them as for all others. */
export async function enterByHand(
  ctx: Context,
  automationId: string,
  contactIds: readonly string[],
): Promise<EntryAnswer> {
  await requireLive(ctx, automationId);
  const named = [...new Set(contactIds.map((id) => id.toLowerCase()))];
  if ((await findPresent(ctx, named)).length < named.length) throw notFound();
  const { entered, leftOut } = await enterExplained(ctx, { automationId, contactIds: named, via: 'manual' });
  const shown = addLeftOut(null, leftOut);
  const ids = shown.people.map(({ contactId }) => contactId);
  return presentEntry(entered.length, shown, ids.length > 0 ? await findContactNames(ctx, ids) : []);
}

/** Everybody who fits a filter; of many the contacts' bulk actions let in some after the other. */
export async function enterEverybody(
  contacts: BatchParts,
  ctx: Context,
  { automationId, filter }: { automationId: string; filter: ContactFilter },
) {
  await requireLive(ctx, automationId);
  return startEntering(contacts, ctx, { automationId, filter });
}

/** As bulk actions let people in: one that is paused or ended since keeps everybody out. */
export const entrance: Entrance = {
  letIn: (ctx, automationId, contactIds) => enterExplained(ctx, { automationId, contactIds, via: 'manual' }),
};

async function requireLive(ctx: Context, automationId: string): Promise<void> {
  const { status } = refuseSequence(await requireAutomation(ctx, automationId));
  if (status !== 'live') throw new Problem('wrong_state', "This automation isn't live. Publish or resume it first.");
}
