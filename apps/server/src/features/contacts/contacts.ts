import type { Tier } from '@waggle/contracts/plans';
import { contactLimits } from '@waggle/contracts/plans';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { readOrganization } from '../accounts/index.ts';
import { activeClient } from './active-client.ts';
import { contactCreated, contactDeleted, contactUpdated } from './events.ts';
import * as queries from './queries.ts';
import { findTagsOf, type TagOfContact } from './tags/queries.ts';
import { requireTag } from './tags/tags.ts';

export type TaggedContact = queries.ContactRow & { tags: TagOfContact[] };

export async function listContacts(ctx: Context, question: queries.ContactsQuestion) {
  if (question.tagId !== undefined) await requireTag(ctx, question.tagId);
  const { items, ...rest } = await queries.findContacts(ctx, question);
  return { items: await withTags(ctx, items), ...rest };
}

export async function readContact(ctx: Context, contactId: string): Promise<TaggedContact> {
  const contact = await queries.findContact(ctx, contactId);
  if (!contact) throw notFound();
  return withItsTags(ctx, contact);
}

type Typed = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  source: string;
  status: string;
};

export function createContact(ctx: Context, typed: Typed): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    const { email, source, status } = typed;
    const fields = { ...fieldsOf(typed), email, source, status, client_id: activeClient(ctx) };
    const contact = await queries.insertContact(ctx, fields).catch(onDuplicate(addressTaken));
    await refuseBeyondPlan(ctx);
    await queries.insertActivity(ctx, contact, { type: 'contact.created', data: { source: contact.source } });
    await emit(ctx, contactCreated, { contactId: contact.id, clientId: contact.client_id });
    return { ...contact, tags: [] };
  });
}

export type Change = { [Field in keyof Typed]?: Typed[Field] | undefined };

export function updateContact(ctx: Context, contactId: string, typed: Change): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireContact(ctx, contactId);
    const change = differences(before, fieldsOf(typed));
    refuseRevival(before.status, change.status);
    const changed = Object.keys(change);
    if (changed.length === 0) return withItsTags(ctx, before);

    const contact = await queries.updateContact(ctx, contactId, change).catch(onDuplicate(addressTaken));
    await recordChange(ctx, contact, changed, { type: 'contact.updated', data: { changed } });
    return withItsTags(ctx, contact);
  });
}

export function deleteContact(ctx: Context, contactId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const contact = await queries.deleteContact(ctx, contactId);
    if (!contact) throw notFound();
    await queries.deleteActivity(ctx, contactId);
    await emit(ctx, contactDeleted, { contactId, clientId: contact.client_id });
  });
}

/** Holds the row, so that two changes of one contact follow each other. */
export async function requireContact(ctx: Context, contactId: string): Promise<queries.ContactRow> {
  const contact = await queries.lockContact(ctx, contactId);
  if (!contact) throw notFound();
  return contact;
}

export async function recordChange(
  ctx: Context,
  { id, client_id }: queries.ContactRow,
  changed: string[],
  activity: queries.Activity,
): Promise<void> {
  await queries.insertActivity(ctx, { id, client_id }, activity);
  await emit(ctx, contactUpdated, { contactId: id, clientId: client_id, changed });
}

export const withItsTags = async (ctx: Context, contact: queries.ContactRow): Promise<TaggedContact> => ({
  ...contact,
  tags: await findTagsOf(ctx, [contact.id]),
});

async function withTags(ctx: Context, contacts: queries.ContactRow[]): Promise<TaggedContact[]> {
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

/** Comes after the insert: from there on this transaction holds the counter, and nobody else can pass it. */
async function refuseBeyondPlan(ctx: Context): Promise<void> {
  const { subscription_tier: tier } = await readOrganization(ctx);
  const limit = contactLimits[tier as Tier];
  if (limit === null || (await queries.countedContacts(ctx)) <= limit) return;
  throw new Problem(
    'plan_limit',
    `Your plan includes up to ${limit.toLocaleString('en-US')} contacts. Upgrade to add more.`,
  );
}

const optedOut = ['unsubscribed', 'bounced', 'complained'];

function refuseRevival(before: string, after: string | undefined): void {
  if (after === undefined || after === 'unsubscribed' || !optedOut.includes(before)) return;
  throw new Problem('opted_out', 'This contact has opted out and cannot be made active again.');
}

function fieldsOf({ email, firstName, lastName, phone, source, status }: Change): Partial<queries.ContactFields> {
  return {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { first_name: firstName || null }),
    ...(lastName === undefined ? {} : { last_name: lastName || null }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(source === undefined ? {} : { source }),
    ...(status === undefined ? {} : { status }),
  };
}

const differences = (before: queries.ContactFields, fields: Partial<queries.ContactFields>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => before[field as keyof queries.ContactFields] !== value),
  ) as Partial<queries.ContactFields>;

function addressTaken(): Problem {
  const message = 'A contact with this email already exists.';
  return new Problem('already_exists', message, { fields: { email: message } });
}
