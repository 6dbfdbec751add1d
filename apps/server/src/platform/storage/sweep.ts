import { inTransaction } from '../context.ts';
import type { Database } from '../database/database.ts';
import { eachApart } from '../each-apart.ts';
import type { Log } from '../log.ts';
import type { ObjectStores } from './object-stores.ts';
import * as queries from './queries.ts';

/** Rows or objects of one turn: a transaction that nobody notices. */
const batchSize = 200;

type Parts = { database: Database; stores: ObjectStores; log: Log };

/** Deletes expired files, contents nobody refers to any more, and objects whose rows are gone. After a kill the next one goes on. */
export async function sweepFiles(parts: Parts, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const sweepOne = async (organizationId: string) => {
    const files = { db: database.tenant({ organizationId }), organizationId };
    for (let deleted = batchSize; deleted === batchSize;) {
      signal.throwIfAborted();
      deleted = await deleteExpired(files);
    }
  };
  try {
    await eachApart(await queries.organizationsWithExpired(database.sweep), signal, sweepOne);
  } finally {
    await removeObjects(parts, signal);
  }
  signal.throwIfAborted();
}

const deleteExpired = (files: queries.Files): Promise<number> =>
  inTransaction(files, async (files) => {
    await queries.lockFiles(files);
    const contentIds = await queries.deleteExpired(files, batchSize);
    await queries.deleteUnusedContents(files, contentIds);
    return contentIds.length;
  });

/** One that cannot be removed now is tried again by the next sweep, and holds the others up no longer than this one. */
async function removeObjects({ database, stores, log }: Parts, signal: AbortSignal): Promise<void> {
  const db = database.tenant(null);
  const failed = new Set<string>();
  for (;;) {
    const stale = await queries.staleObjects(db, batchSize + failed.size);
    const objects = stale.filter(({ id }) => !failed.has(id));
    if (objects.length === 0) return;
    for (const { id, place } of objects) {
      signal.throwIfAborted();
      try {
        await stores.of(place).remove(id);
        await queries.forgetObject(db, id);
      } catch (error) {
        log.warn({ err: error, place }, 'a deleted file could not be removed and is tried again');
        failed.add(id);
        // Storage that is away is not asked for each of a million.
        if (failed.size > 5) return;
      }
    }
  }
}
