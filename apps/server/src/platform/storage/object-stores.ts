import { createDiskStore } from './disk-store.ts';
import type { ObjectStore, OutsidePlace, Place, StorageConfig } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

export type ObjectStores = {
  /** Where a new content of that size goes. */
  placeFor(bytes: number): Place;
  of(place: OutsidePlace): ObjectStore;
};

/** Contents up to this many bytes are always in the database, and edges keep a copy of theirs. */
export const smallBytes = 256 * 1_024;

/** New contents go to S3 if it is set up, else to the folder, else to the database. Those from before are read where they are. */
export function createObjectStores(config: StorageConfig): ObjectStores {
  const s3 = createS3Store(config);
  const disk = config.FILES_DIR === '' ? null : createDiskStore(config.FILES_DIR);
  const large: Place = s3 ? 's3' : disk ? 'disk' : 'database';

  return {
    placeFor: (bytes) => (bytes <= smallBytes ? 'database' : large),
    of(place) {
      const store = place === 's3' ? s3 : disk;
      if (!store) throw new Error(`Files are kept in ${place}, and its settings are missing.`);
      return store;
    },
  };
}
