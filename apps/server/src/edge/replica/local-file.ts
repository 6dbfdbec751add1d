import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../platform/log.ts';

/** A process that was just told to stop still holds the folder of its successor for a moment. */
const waitForFolderMs = 10_000;

type Place = { folder: string; name: string; schema: string; log: Log };

/** A copy in a file of SQLite, opened by one process alone. A file that cannot be read is only a copy: it is made anew. */
export function openLocalFile({ folder, name, schema, log }: Place): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  try {
    return openLocked(path, schema);
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) {
      throw new Error(`EDGE_DATA (${path}) is in use: each edge process needs a folder of its own.`, { cause: error });
    }
    log.error({ err: error, path }, 'a copy of the edge cannot be read and is made anew');
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
    return openLocked(path, schema);
  }
}

function openLocked(path: string, schema: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: waitForFolderMs });
  try {
    // Exclusive before the first read, so that the log needs no memory shared with others.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
    db.exec(`begin immediate; ${schema} commit`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
