import type { Attributes } from '@waggle/contracts/contact-fields';
import type { Context } from '#platform/context.ts';
import { insertActivities } from '../queries.ts';
import { keepKnownAttributes } from './attributes.ts';
import { mergeAttributes } from './queries.ts';

export type FieldGiven = { contactId: string; field: string; value: string };

/**
 * For what changes contacts by itself: sets custom fields of many contacts, an empty text takes a value away. What does not fit its
 * field is left out. `data` says in the timeline what did it.
 */
export async function setFields(
  ctx: Context,
  given: readonly FieldGiven[],
  data: Record<string, unknown>,
): Promise<void> {
  if (given.length === 0) return;
  const keep = await keepKnownAttributes(ctx);
  const patches = new Map<string, Attributes>();
  for (const { contactId, field, value } of given)
    patches.set(contactId, { ...patches.get(contactId), ...keep(new Map([[field, value]])) });
  const changed = await mergeAttributes(ctx, patches);
  await insertActivities(
    ctx,
    changed.map((contact) => ({ contact, type: 'contact.updated', data: { changed: ['attributes'], ...data } })),
  );
}
