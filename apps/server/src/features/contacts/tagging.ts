import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { requireContact, type TaggedContact, withItsTags } from './contacts.ts';
import { type ContactRow, insertActivities, insertActivity } from './queries.ts';
import * as queries from './tags/queries.ts';

export function addTag(ctx: Context, contactId: string, tagId: string): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    // The tag before the contact: a merge holds its tags while it goes through their contacts.
    const tag = await queries.holdTag(ctx, tagId);
    if (!tag) throw notFound();
    const contact = await requireContact(ctx, contactId);
    // People of the contact's client would see a mark whose name is hidden from them.
    if (tag.client_id !== contact.client_id)
      throw new Problem('other_client', 'This tag and this contact belong to different clients.');

    const added = await queries.insertContactTag(ctx, contact.id, tag.id);
    if (!added) return withItsTags(ctx, contact);
    await insertActivity(ctx, contact, { type: 'tag.added', refId: tag.id });
    return withItsTags(ctx, { ...contact, ...(await queries.touchContact(ctx, contact.id)) });
  });
}

export function removeTag(ctx: Context, contactId: string, tagId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await queries.holdTag(ctx, tagId);
    const contact = await requireContact(ctx, contactId);
    const removed = await queries.deleteContactTag(ctx, contact.id, tagId);
    if (!removed) throw notFound();
    await insertActivity(ctx, contact, { type: 'tag.removed', refId: tagId });
    await queries.touchContact(ctx, contact.id);
  });
}

type Tagging = { contact: Pick<ContactRow, 'id' | 'client_id'>; tagIds: readonly string[] };

const pairsOf = (taggings: readonly Tagging[]) =>
  taggings.flatMap(({ contact, tagIds }) => tagIds.map((tagId) => ({ contact_id: contact.id, tag_id: tagId })));

/**
 * For what adds contacts by itself. The tags are held by the caller and are those of each contact's client. `data` says in the
 * timeline what did it.
 */
export async function giveTags(ctx: Context, given: readonly Tagging[], data?: Record<string, unknown>): Promise<void> {
  const pairs = pairsOf(given);
  if (pairs.length === 0) return;
  const clients = new Map(given.map(({ contact }) => [contact.id, contact.client_id]));
  const added = await queries.insertContactTags(ctx, pairs);
  await insertActivities(
    ctx,
    added.map(({ contact_id: id, tag_id: refId }) => ({
      contact: { id, client_id: clients.get(id)! },
      type: 'tag.added',
      refId,
      ...(data && { data }),
    })),
  );
}

/** For what changes contacts by itself: takes tags away from those who have them. */
export async function takeTags(ctx: Context, taken: readonly Tagging[], data: Record<string, unknown>): Promise<void> {
  const pairs = pairsOf(taken);
  if (pairs.length === 0) return;
  const removed = await queries.deleteContactTags(ctx, pairs);
  await insertActivities(
    ctx,
    removed.map(({ contact_id: id, client_id, tag_id: refId }) => ({
      contact: { id, client_id },
      type: 'tag.removed',
      refId,
      data,
    })),
  );
}
