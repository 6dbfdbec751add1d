import type { Recipients } from '@waggle/contracts/campaigns';
import { emptyRecipients } from '../draft.ts';

/** As people choose: 'Specific Contacts' are kept as `segments` with contacts and without segments. */
export type RecipientKind = 'all' | 'tags' | 'segments' | 'contacts';

export const kindOf = ({ type, segmentIds }: Recipients): RecipientKind =>
  type === 'segments' && segmentIds.length === 0 ? 'contacts' : type;

/** A choice of another kind forgets the last one, and keeps who is left out. */
export function choose(
  before: Recipients,
  chosen: Partial<Pick<Recipients, 'type' | 'tagIds' | 'segmentIds' | 'contactIds'>>,
): Recipients {
  return { ...emptyRecipients, everyClient: before.everyClient, ...chosen, exclude: before.exclude };
}

export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
