import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { requireContact } from '../contacts.ts';
import { type ContactRow, findContact, insertActivity, updateContact } from '../queries.ts';
import { emailHash } from '../suppression/queries.ts';
import { insertConsent } from './queries.ts';
import { hasOptedOut, proofOf, type Shown } from './shown.ts';

/** `asked`: confirming would say something new. `confirmed`: they did so before. `stopped`: they opted out. */
export type Asking = 'asked' | 'confirmed' | 'stopped';

/**
 * Somebody filled in a form that asks for a confirmation. Who was never asked has to confirm before anybody writes to them. Who could
 * be written to before can be still: a stranger who types their address must not be able to end that.
 */
export async function askForConfirmation(ctx: Context, contactId: string): Promise<Asking> {
  const contact = await requireContact(ctx, contactId);
  if (hasOptedOut(contact)) return 'stopped';
  if (contact.email_consent === 'confirmed') return 'confirmed';
  if (contact.email_consent === 'not_asked') await updateContact(ctx, contact.id, { email_consent: 'pending' });
  return 'asked';
}

/** What they were shown when they were asked. Only of who waits for it: the newest proof of others says more. */
export async function proveAsked(ctx: Context, contactId: string, shown: Shown): Promise<void> {
  const contact = await requireContact(ctx, contactId);
  if (contact.email_consent !== 'pending') return;
  await insertConsent(ctx, proofOf(contact, 'pending', shown));
  await insertActivity(ctx, contact, { type: 'consent.pending', data: { channel: 'email' } });
}

type Confirmed = { contactId: string; addressHash: Buffer; shown: Shown };

/** They pressed the link. It lifts what waits for it, takes no opt-out back, and speaks of the address it was sent to alone. */
export async function confirmConsent(ctx: Context, { contactId, addressHash, shown }: Confirmed): Promise<boolean> {
  const contact = await findContact(ctx, contactId);
  if (!contact || hasOptedOut(contact) || contact.email_consent === 'not_asked') return false;
  if (!(await isAddress(ctx, contact, addressHash))) return false;
  await insertConsent(ctx, proofOf(contact, 'confirmed', shown));
  await updateContact(ctx, contact.id, { email_consent: 'confirmed' });
  await insertActivity(ctx, contact, { type: 'consent.confirmed', data: { channel: 'email' } });
  return true;
}

async function isAddress(ctx: Context, { email }: ContactRow, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select ${emailHash(ctx, sql`${email.toLowerCase()}::text`)} = ${hash}::bytea as same`.execute(ctx.db);
  return rows[0]?.same ?? false;
}
