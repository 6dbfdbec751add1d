import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createSecrets } from '../secrets.ts';
import { addLinkKey, createLinkKeys, findLinkKeys } from './link-keys.ts';

let db: TestDatabase;
let database: Database;

beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 8, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

// An edge that knows no key yet asks for the next few numbers alone: with a fifth key, links of the first campaign answer 404.
test('many first campaigns at once make one key, in one process and in several', async () => {
  const secrets = createSecrets({ SECRET_KEY: 'the key of this installation 0123456789' });
  const [one, other] = [0, 1].map(() => createLinkKeys(database.tenant(null), secrets));

  const keys = await Promise.all(Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? one! : other!).newest()));

  expect(await findLinkKeys(database.tenant(null))).toHaveLength(1);
  expect(new Set(keys.map(({ id, secret }) => `${id} ${secret.toString('hex')}`)).size).toBe(1);
});

// The campaign then went out with links that end with the ledger. A new installation has no edge that could refuse a hash.
test('a campaign that asked a moment before a key was made carries hashes all the same', async () => {
  await db.owner.query('delete from link_keys');
  const secrets = createSecrets({ SECRET_KEY: 'the key of this installation 0123456789' });
  const mayCarryHash = () =>
    database
      .tenant(null)
      .transaction()
      .execute(async (early) => {
        await sql`select now()`.execute(early);
        await make();
        return createLinkKeys(early, secrets).mayCarryHash();
      });

  let make: () => Promise<unknown> = () => createLinkKeys(database.tenant(null), secrets).newest();
  expect(await mayCarryHash()).toBe(true);
  make = () => addLinkKey(database.tenant(null), secrets);
  expect(await mayCarryHash()).toBe(true);
});

test('a key added on the day edges are replaced waits as long as the one before it', async () => {
  await db.owner.query(`update link_keys set hash_from = now() + interval '1 day'`);
  const secrets = createSecrets({ SECRET_KEY: 'the key of this installation 0123456789' });
  await addLinkKey(database.tenant(null), secrets);

  expect(await createLinkKeys(database.tenant(null), secrets).mayCarryHash()).toBe(false);
});
