import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KyselyPlugin, type QueryId, RawNode } from 'kysely';
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

const joinIn = async (folder: string, everyMs = beatMs, on = database) => {
  const joined = joinInstallation({
    database: on,
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
/** The first statement with these words takes effect, and its answer is lost. */
function losingAnswerOf(words: string): Database {
  const isAbout = ({ sqlFragments }: RawNode) => sqlFragments.join('').includes(words);
  let lost: QueryId | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (RawNode.is(node) && isAbout(node)) lost ??= queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId === lost) throw new Error('Connection terminated unexpectedly');
      return result;
    },
  };
  return { ...database, tenant: (scope) => database.tenant(scope).withPlugin(plugin) };
}
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

test('a first look whose answer was lost after it had joined is done again, and the process goes on', async () => {
  const joining = joinIn('one', beatMs, losingAnswerOf('insert into installation_processes'));
  const joined = await Promise.race([joining, new Promise<void>((resolve) => setTimeout(resolve, 3_000))]);
  const { rows } = await db.owner.query('select count(*)::int as processes from installation_processes');

  if (!joined) throw new Error('It has not joined.');
  expect([joined.hold(), await joined.mayAct()]).toEqual([null, true]);
  expect(rows).toEqual([{ processes: 1 }]);
  await joined.stop();
});

test('P5: a process that cannot begin a new journal holds, and compares its own when it can', async () => {
  const joined = await joinIn('one');
  const recoverable = erasure();
  joined.note(recoverable);
  const folder = join(scratch, 'one');
  await until(async () => {
    const { rows } = await db.owner.query<{ beat: number }>(
      'select max(beat_no)::int as beat from installation_processes',
    );
    return rows[0]!.beat > 2;
  });

  // As after a disk that takes nothing: where the folder was is none.
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, '');
  await db.owner.query('delete from installation_processes');
  await until(() => joined.hold() !== null);
  const unsure = joined.hold();
  await new Promise((resolve) => setTimeout(resolve, 5 * beatMs));
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  await until(() => replayed.length > 0);

  expect(unsure).toMatchObject({ reason: 'unproven' });
  expect(replayed).toEqual([recoverable]);
  expect(joined.hold()).toMatchObject({ reason: 'older' });
  await joined.stop();
  expect(readdirSync(folder).filter((name) => name.endsWith('.beat'))).toHaveLength(2);
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

test.each([
  [
    'an automation',
    `insert into automations (organization_id, name, status, draft) values ($1, 'Welcome', 'live', '{}')`,
  ],
  [
    'an email of a form',
    `insert into form_emails (organization_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale)
     values ($1, $1, $1, 1, 'answer', $1, sha256('one'), 'a.example', 'en')`,
  ],
  [
    'a report',
    `insert into report_schedules (organization_id, frequency, recipients, locale, next_run_at) values ($1, 'weekly', '{a@a.example}', 'en', now())`,
  ],
])(
  'P5: without a journal a database that was silent for long is held where %s would send by itself',
  async (_, some) => {
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into organizations (name) values ('Hive') returning id`,
    );
    await db.owner.query(
      `insert into directory.users (organization_id, email, name) values ($1, 'admin@hive.example', 'Admin')`,
      [rows[0]!.id],
    );
    const before = await joinIn('lost');
    await before.stop();
    await db.owner.query(`update installation_processes set beat_at = now() - interval '1 hour'`);
    const idle = await joinIn('elsewhere');
    await idle.stop();
    await db.owner.query(`update installation_processes set beat_at = now() - interval '1 hour'`);
    await db.owner.query(some, [rows[0]!.id]);

    const next = await joinIn('new');

    expect(idle.hold()).toBeNull();
    expect(next.hold()).toMatchObject({ reason: 'unproven' });
    await next.stop();
  },
);
