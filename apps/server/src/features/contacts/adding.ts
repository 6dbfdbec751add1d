import type { Context } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';
import { statusFor, strongerStatus } from './suppression/strength.ts';
import { suppressionOf } from './suppression/suppressions.ts';

/** The caller holds the contacts and has asked what binds the address: no suppression can slip in between. */
export async function addContact(ctx: Context, fields: queries.NewContact): Promise<queries.ContactRow> {
  const contact = await queries.insertContact(ctx, fields).catch(onDuplicate(() => addressTaken()));
  await queries.insertActivity(ctx, contact, { type: 'contact.created', data: { source: contact.source } });
  return contact;
}

type Addresses = { email?: string; phone_e164?: string | null; status: string; client_id: string | null };

/** What the suppressions of new addresses say about the contact that gets them. */
export async function whatBinds(ctx: Context, addresses: Addresses): Promise<Partial<queries.ContactFields>> {
  const { email, phone_e164: number, status, client_id } = addresses;
  const mail = await suppressionOf(ctx, 'email', email ?? null, client_id);
  const texts = await suppressionOf(ctx, 'sms', number ?? null, client_id);
  return {
    ...(mail === undefined ? {} : { status: strongerStatus(statusFor(mail), status) }),
    ...(texts === undefined || texts === 'bounced' ? {} : { sms_consent: 'withdrawn' }),
  };
}

/** Names the contact that has the address, so that a screen can lead there. */
export async function refuseTaken(ctx: Context, email: string, clientId: string | null): Promise<void> {
  const known = await queries.findByAddress(ctx, email, clientId);
  if (known) throw addressTaken(known.id);
}

export function addressTaken(contactId?: string): Problem {
  const message = 'A contact with this email already exists.';
  return new Problem('already_exists', message, {
    fields: { email: message, ...(contactId === undefined ? {} : { contactId }) },
  });
}
