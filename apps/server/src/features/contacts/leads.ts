import type { Attributes } from '@waggle/contracts/contact-fields';
import type { ContactSource } from '@waggle/contracts/contacts';
import { type Context, inTransaction } from '#platform/context.ts';
import { addContact, whatBinds } from './adding.ts';
import { requireContact, saveChange } from './contacts.ts';
import { checkAttributes } from './fields/attributes.ts';
import { contactLimit, isFull, noteOneMore } from './plan.ts';
import * as queries from './queries.ts';
import { isOptedOut } from './suppression/strength.ts';
import { differences, fieldsOf, missing } from './typed-fields.ts';

export type Lead = {
  /** Valid by the contract; kept as it was typed. */
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  attributes?: Attributes;
  source: Extract<ContactSource, 'form' | 'api' | 'automation'>;
  status?: 'active' | 'lead';
  /** Whose form or key it was; null is the organization's own. */
  clientId: string | null;
};
/**
 * `blocked` is there, and is written to by nobody. `over_limit` was not added: whoever asked keeps what was sent, so
 * that no lead is lost.
 */
export type LeadOutcome =
  | { contactId: string; outcome: 'created' | 'known' | 'blocked' }
  | { contactId: null; outcome: 'over_limit' };

/** For forms, the API and automations: adds somebody, or fills in what was not known of them. Revives nobody. */
export async function recordLead(ctx: Context, lead: Lead): Promise<LeadOutcome> {
  const attributes = await checkAttributes(ctx, lead.attributes ?? {});
  const limit = await contactLimit(ctx);
  return inTransaction(ctx, async (ctx) => {
    const counted = await queries.holdContacts(ctx);
    const { email, clientId, status = 'lead' } = lead;
    const typed = fieldsOf({ ...lead, attributes });
    const known = await queries.findByAddress(ctx, email, clientId);
    if (known) return completeContact(ctx, known.id, typed);

    const fields = { ...typed, email, status, client_id: clientId };
    const contact = { ...fields, ...(await whatBinds(ctx, fields)) };
    // Somebody who has opted out takes no place.
    const isBlocked = isOptedOut(contact.status);
    if (!isBlocked && isFull(counted, limit)) return { contactId: null, outcome: 'over_limit' };
    const { id } = await addContact(ctx, contact);
    if (!isBlocked) await noteOneMore(ctx, counted + 1, limit);
    return { contactId: id, outcome: isBlocked ? 'blocked' : 'created' };
  });
}

async function completeContact(
  ctx: Context,
  contactId: string,
  { email: _email, source: _source, status: _status, attributes = {}, ...typed }: Partial<queries.ContactFields>,
): Promise<LeadOutcome> {
  const before = await requireContact(ctx, contactId);
  const merged = { ...attributes, ...(before.attributes as Attributes) };
  const change = differences(before, { ...missing(before, typed), attributes: merged });
  const { status, client_id } = before;
  await saveChange(ctx, contactId, { ...change, ...(await whatBinds(ctx, { ...change, status, client_id })) });
  return { contactId, outcome: isOptedOut(status) ? 'blocked' : 'known' };
}
