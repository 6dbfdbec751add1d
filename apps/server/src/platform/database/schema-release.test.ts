import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { versionOf } from '../../version.ts';
import { migrate } from './migrate.ts';
import { assertSchemaFits, findSchemaRelease, recordSchemaRelease } from './schema-release.ts';

let db: TestDatabase;
let app: pg.Client;
let migrated: string;
beforeAll(async () => {
  db = await createTestDatabase();
  app = new pg.Client({ connectionString: db.appUrl });
  await app.connect();
  migrated = JSON.stringify(await findSchemaRelease(app));
});
beforeEach(() => comment(migrated));
afterAll(async () => {
  await app.end();
  await db.drop();
});

const comment = (text: string) =>
  db.owner.query(`comment on table schema_migrations is ${db.owner.escapeLiteral(text)}`);
const record = (version: string, newest = '9000-later') => recordSchemaRelease(db.owner, newest, version);
const refusal = (own: string) =>
  assertSchemaFits(app, own).then(
    () => null,
    ({ message }: Error) => message,
  );

test('a migrated database names its release to the login of the application, which may not read the table', async () => {
  const release = await findSchemaRelease(app);

  expect(release).toEqual({ version: versionOf(), newest: expect.stringMatching(/^\d{4}-/) });
  await expect(app.query('select from schema_migrations')).rejects.toThrow('permission denied');
});

test('the release before the schema may run, the one before that is refused with a sentence', async () => {
  await record('1.4.2');

  expect(await refusal('1.4.0')).toBeNull();
  expect(await refusal('1.3.7')).toBeNull();
  expect(await refusal('1.2.9')).toBe(
    'The database is of version 1.4.2, and this program is of 1.2.9: only the release before it may still run. Start a newer one.',
  );
  expect(await refusal('2.0.0')).toBeNull();
});

test('over a new major version, the release that ran here before it may run', async () => {
  await record('1.9.1');
  await record('2.0.0');

  expect(await refusal('1.9.3')).toBeNull();
  expect(await refusal('1.8.0')).toContain('of version 2.0.0');

  await record('2.1.0');

  expect(await refusal('2.0.1')).toBeNull();
  expect(await refusal('1.9.3')).toContain('of version 2.1.0');
});

test('a program whose release is older, or whose migrations are, leaves the release as it is', async () => {
  await record('1.4.0', '9002-newest');

  await record('1.3.0', '9002-newest');
  await record('1.4.0', '9001-older');
  await migrate(db.ownerUrl, () => {});

  expect(await findSchemaRelease(db.owner)).toEqual({ version: '1.4.0', previous: versionOf(), newest: '9002-newest' });
});

test('a database that names no release, or whose comment is of somebody else, is refused to nobody', async () => {
  for (const text of ['', randomUUID(), '{"version":"next"}']) {
    await comment(text);

    expect(await findSchemaRelease(app)).toBeNull();
    expect(await refusal('0.0.1')).toBeNull();
  }
});
