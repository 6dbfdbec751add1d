import type { SuppressionReason } from '@waggle/contracts/suppressions';
import type { Context } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';
import { statusFor, strongerStatus } from './suppression/strength.ts';
import { suppressedAmong } from './suppression/suppressions.ts';

/** The caller holds the contacts and has asked what binds the address: no suppression can slip in between. */
export async function addContact(ctx: Context, fields: queries.NewContact): Promise<queries.ContactRow> {
  const contact = await queries.insertContact(ctx, fields).catch(onDuplicate(() => addressTaken()));
  await queries.insertActivity(ctx, contact, { type: 'contact.created', data: { source: contact.source } });
  return contact;
}

type Addresses = { email?: string; phone_e164?: string | null; status: string };
/** Why nothing is sent, by address in small letters. */
type Bound = Record<'email' | 'sms', ReadonlyMap<string, SuppressionReason>>;

/** What the suppressions of new addresses say about the contact that gets them. */
export async function whatBinds(
  ctx: Context,
  addresses: Addresses & { client_id: string | null },
): Promise<Partial<queries.ContactFields>> {
  const { email, phone_e164: number, client_id: clientId } = addresses;
  const bound = {
    email: await suppressedAmong(ctx, 'email', email === undefined ? [] : [email], clientId),
    sms: await suppressedAmong(ctx, 'sms', number ? [number] : [], clientId),
  };
  return boundBy(bound, addresses);
}

export function boundBy(
  bound: Bound,
  { email, phone_e164: number, status }: Addresses,
): Partial<queries.ContactFields> {
  const mail = bound.email.get(email?.toLowerCase() ?? '');
  const texts = bound.sms.get(number?.toLowerCase() ?? '');
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
