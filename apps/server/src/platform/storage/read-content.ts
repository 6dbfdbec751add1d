import type { Place } from './object-store.ts';
import type { ObjectStores } from './object-stores.ts';

/** Null for bytes that are not there, or not all: they went with another backup. */
export async function readContent(
  stores: ObjectStores,
  { place, contentId, bytes }: { place: Place; contentId: string; bytes: number },
  fromDatabase: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const content = place === 'database' ? await fromDatabase() : await stores.of(place).read(contentId);
  return content?.length === bytes ? content : null;
}
