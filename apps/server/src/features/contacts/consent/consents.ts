import type { Channel } from '@waggle/contracts/contacts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { readContact, requireContact } from '../contacts.ts';
import { type ContactRow, holdContacts, insertActivity, updateContact } from '../queries.ts';
import { suppress, suppressionOf } from '../suppression/suppressions.ts';
import * as queries from './queries.ts';

/** Newest first, so that what an import stated, which is where the contact began, comes last. */
export async function listConsents(ctx: Context, contactId: string): Promise<queries.ConsentRow[]> {
  await readContact(ctx, contactId);
  const [recorded, imported] = await Promise.all([
    queries.findConsents(ctx, contactId),
    queries.findImportConsent(ctx, contactId),
  ]);
  return imported ? [...recorded, imported] : recorded;
}

type Stated = { channel: Channel; state: 'granted' | 'withdrawn'; basis: string };

export function recordConsent(ctx: Context, contactId: string, stated: Stated): Promise<queries.ConsentRow> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const contact = await requireContact(ctx, contactId);
    const { channel, state, basis } = stated;
    if (channel === 'email' && state === 'granted' && contact.email_consent === 'pending') throw unconfirmed();
    await queries.insertConsent(ctx, {
      contact_id: contact.id,
      client_id: contact.client_id,
      channel,
      state,
      basis: basis || null,
      source: 'team',
      recorded_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    });
    await showConsent(ctx, contact, stated);
    const [recorded] = await queries.findConsents(ctx, contactId);
    return recorded!;
  });
}

/** Whoever was asked to confirm does it alone: a word of somebody else would make the question pointless. */
const unconfirmed = () =>
  new Problem(
    'wrong_state',
    "This contact hasn't confirmed yet. Only they can, with the link in the confirmation email.",
  );

/** A consent lifts no suppression: who opted out says so again, and not to the team. */
async function showConsent(ctx: Context, contact: ContactRow, { channel, state }: Stated): Promise<void> {
  const { client_id: clientId, email, phone_e164: number } = contact;
  const column = channel === 'email' ? ('email_consent' as const) : ('sms_consent' as const);
  const address = channel === 'email' ? email : number;
  // A number has no status of its own: its consent is what shows that nothing is sent.
  const isStopped = channel === 'sms' && (await suppressionOf(ctx, 'sms', number, clientId)) !== undefined;
  const changed = await updateContact(ctx, contact.id, { [column]: isStopped ? 'withdrawn' : state });
  await insertActivity(ctx, changed, { type: `consent.${state}`, data: { channel } });
  if (state === 'withdrawn' && address !== null)
    await suppress(ctx, { channel, address, reason: 'unsubscribed', source: 'team', clientId });
}
