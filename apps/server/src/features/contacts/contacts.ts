import type { Attributes } from '@waggle/contracts/contact-fields';
import { clientOfNew } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { addContact, addressTaken, refuseTaken, whatBinds } from './adding.ts';
import { noteStated, refuseUnproven, type Stated } from './consent/stated.ts';
import { checkAttributes } from './fields/attributes.ts';
import { carryOptOut, leavesBounce } from './opt-outs.ts';
import { pausedUntil } from './pause/pause.ts';
import { contactLimit, isFull, noteOneMore, planFull, refuseBeyondPlan } from './plan.ts';
import * as queries from './queries.ts';
import { findSuppressionsOf } from './suppression/list.sql.ts';
import { isOptedOut } from './suppression/strength.ts';
import { suppress } from './suppression/suppressions.ts';
import { findTagsOf, type TagName } from './tags/queries.ts';
import { type Change, differences, fieldsOf, type Typed } from './typed-fields.ts';

export type TaggedContact = queries.ContactRow & { tags: TagName[] };

export async function readContact(ctx: Context, contactId: string): Promise<TaggedContact> {
  const contact = await queries.findContact(ctx, contactId);
  if (!contact) throw notFound();
  return withItsTags(ctx, contact);
}

export async function readDetail(ctx: Context, contactId: string) {
  const contact = await readContact(ctx, contactId);
  return { ...contact, pausedUntil: pausedUntil(ctx, contact), suppressions: await findSuppressionsOf(ctx, contact) };
}

type New = Typed & Stated & { clientId?: string | null | undefined };

export async function createContact(ctx: Context, typed: New): Promise<TaggedContact> {
  refuseUnproven(typed);
  const attributes = await checkAttributes(ctx, typed.attributes);
  const limit = await contactLimit(ctx);
  const { email } = typed;
  return inTransaction(ctx, async (ctx) => {
    // Before the hold, under which all who add contacts to the organization wait for each other: on a busy machine each
    // statement under it makes them wait longer. Who adds the same address at the same moment is refused by its index.
    const client_id = await clientOfNew(ctx, typed.clientId);
    await refuseTaken(ctx, email, client_id);
    const counted = await queries.holdContacts(ctx);
    const said = typed.consent && { email_consent: typed.consent };
    const fields = { ...fieldsOf({ ...typed, attributes }), email, client_id, status: typed.status, ...said };
    const contact = { ...fields, ...(await whatBinds(ctx, fields)) };
    const takesPlace = !isOptedOut(contact.status);
    if (takesPlace && isFull(counted, limit)) throw planFull(limit);
    const added = await addContact(ctx, contact);
    await noteStated(ctx, added, typed);
    if (takesPlace) await noteOneMore(ctx, counted + 1, limit);
    return { ...added, tags: [] };
  });
}

/** `countedBefore` is what the plan counted before its caller gave places back in the same transaction. */
export async function updateContact(
  ctx: Context,
  contactId: string,
  typed: Change,
  countedBefore?: number,
): Promise<TaggedContact> {
  const attributes = typed.attributes && (await checkAttributes(ctx, typed.attributes));
  return inTransaction(ctx, async (ctx) => {
    const counted = movesAddress(typed) ? await queries.holdContacts(ctx) : 0;
    const before = await requireContact(ctx, contactId);
    const all = attributes && { ...(before.attributes as Attributes), ...attributes };
    const change = differences(before, fieldsOf({ ...typed, attributes: all }));
    refuseRevival(before.status, change.status);
    await applyChange(ctx, before, change, countedBefore ?? counted);
    return readContact(ctx, contactId);
  });
}

/** Only these have to wait for others; most edits do not. */
const movesAddress = ({ email, phone, status }: Change): boolean =>
  email !== undefined || phone !== undefined || status !== undefined;

async function applyChange(
  ctx: Context,
  before: queries.ContactRow,
  { status, ...fields }: Partial<queries.ContactFields>,
  counted: number,
): Promise<void> {
  const { client_id: clientId } = before;
  const optsOut = status === 'unsubscribed';
  const address = fields.email ?? before.email;
  const isNewAddress = address.toLowerCase() !== before.email.toLowerCase();
  if (isNewAddress) await refuseTaken(ctx, address, clientId);
  const bound = await whatBinds(ctx, { ...fields, status: before.status, client_id: clientId });
  const isReachable = isNewAddress && !optsOut && leavesBounce(before, bound);
  const change = differences(before, {
    ...fields,
    ...(status === undefined || optsOut ? {} : { status }),
    ...(isReachable ? { status: 'active' } : {}),
    ...bound,
  });
  await saveChange(ctx, before.id, change);
  if (isReachable) await refuseBeyondPlan(ctx, counted);
  if (isNewAddress) await carryOptOut(ctx, before, address);
  if (optsOut) await suppress(ctx, { channel: 'email', address, reason: 'unsubscribed', source: 'team', clientId });
}

/** Writes columns with the line in the contact's past, which is the news of it. */
export async function saveChange(
  ctx: Context,
  contactId: string,
  change: Partial<queries.ContactFields>,
): Promise<void> {
  const changed = Object.keys(change);
  if (changed.length === 0) return;
  const contact = await queries.updateContact(ctx, contactId, change).catch(onDuplicate(() => addressTaken()));
  await queries.insertActivity(ctx, contact, { type: 'contact.updated', data: { changed } });
}

/** Holds the row, so that two changes of one contact follow each other. */
export async function requireContact(ctx: Context, contactId: string): Promise<queries.ContactRow> {
  const contact = await queries.lockContact(ctx, contactId);
  if (!contact) throw notFound();
  return contact;
}

export const withItsTags = async (ctx: Context, contact: queries.ContactRow): Promise<TaggedContact> => ({
  ...contact,
  tags: await findTagsOf(ctx, [contact.id]),
});

export async function withTags(ctx: Context, contacts: queries.ContactRow[]): Promise<TaggedContact[]> {
  if (contacts.length === 0) return [];
  const tags = Map.groupBy(
    await findTagsOf(
      ctx,
      contacts.map(({ id }) => id),
    ),
    ({ contact_id }) => contact_id,
  );
  return contacts.map((contact) => ({ ...contact, tags: tags.get(contact.id) ?? [] }));
}

function refuseRevival(before: string, after: string | undefined): void {
  if (after === undefined || after === 'unsubscribed' || !isOptedOut(before)) return;
  throw new Problem('opted_out', "This contact opted out and can't be set back to active.");
}
