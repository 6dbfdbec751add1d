import type { Context } from '#platform/context.ts';
import type { ContactFields, ContactRow } from './queries.ts';
import { suppress, suppressionOf } from './suppression/suppressions.ts';
import { carryChoices } from './topics/choices.sql.ts';

/** What a mail server said about the old mailbox says nothing about a new one, unless something binds that too. */
export const leavesBounce = (from: ContactRow, bound: Partial<ContactFields>): boolean =>
  from.status === 'bounced' && bound.status === undefined;

/** The person opted out, not the mailbox: another address of theirs gets nothing either, or nothing of the same topics. */
export async function carryOptOut(ctx: Context, from: ContactRow, address: string): Promise<void> {
  await carryChoices(ctx, { folded: from.email.toLowerCase(), clientId: from.client_id }, address.toLowerCase());
  if (from.status !== 'unsubscribed' && from.status !== 'complained') return;
  const reason = await suppressionOf(ctx, 'email', from.email, from.client_id);
  await suppress(ctx, {
    channel: 'email',
    address,
    reason: reason === 'manual' ? 'manual' : 'unsubscribed',
    source: 'team',
    clientId: from.client_id,
  });
}
