import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import type { RecoverableEntry } from './entries.ts';
import { joinInstallation } from './installation.ts';
import { findJournals } from './restore-queries.ts';

let db: TestDatabase;
let database: Database;
let scratch: string;
let replayed: RecoverableEntry[];
const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const beatMs = 50;

beforeEach(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
  scratch = mkdtempSync(join(tmpdir(), 'waggle-installation-'));
  replayed = [];
});
afterEach(async () => {
  await database.close();
  await db.drop();
  rmSync(scratch, { recursive: true, force: true });
});

const joinIn = async (folder: string, everyMs = beatMs) => {
  const joined = joinInstallation({
    database,
    log,
    role: 'worker',
    folder: join(scratch, folder),
    days: 35,
    replay: async (recoverables) => void replayed.push(...recoverables),
    beatMs: everyMs,
  });
  await joined.firstLook;
  return joined;
};
const until = async (holds: () => boolean | Promise<boolean>) => {
  for (let left = 200; left > 0 && !(await holds()); left -= 1) await new Promise((resolve) => setTimeout(resolve, 25));
};
const erasure = (): RecoverableEntry => ({ k: 'gone', organizationId: randomUUID() });

test('P5: what was noted after the last beat the database knows is done again after a failover', async () => {
  // Beats once a minute: as if it were killed within its first second.
  const killed = await joinIn('one', 60_000);
  const recoverable = erasure();
  killed.note(recoverable);
  await db.owner.query(`update installation set placed = 'another server'`);

  const next = await joinIn('one');
  await until(() => replayed.length > 0);

  expect(next.hold()).toMatchObject({ reason: 'moved' });
  expect(replayed).toEqual([recoverable]);
  await next.stop();
  await killed.stop();
});

test('P5: a process on an older database may not act from the first statement on', async () => {
  const joined = await joinIn('one', 60_000);
  const before = await joined.mayAct();

  await db.owner.query('delete from installation_processes');

  expect([before, await joined.mayAct()]).toEqual([true, false]);
  await joined.stop();
});

test('P5: a folder that was read earlier in the same epoch is missing when it is not there after the next restore', async () => {
  const [folderId, process] = [randomUUID(), randomUUID()];
  await db.owner.query(`update installation set held_since = now(), held_reason = 'moved'`);
  await db.owner.query(
    `insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state, noted_at)
     values (1, $1, $3, 'worker', 'one', 1, 'read', now() - interval '1 day'), (1, $2, $3, 'worker', 'one', 1, 'expected', now())`,
    [randomUUID(), process, folderId],
  );

  expect(await findJournals(database.tenant(null))).toMatchObject([{ id: process, isMissing: true }]);
});
