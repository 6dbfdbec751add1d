import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/harness/test-database.ts';
import { arrayOf } from './array-literal.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const nasty = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', 'null', "'", '\n', 'é', 'a') });

test.each([
  ['any texts', nasty],
  ['texts of which some are missing', fc.option(nasty)],
  ['addresses', fc.emailAddress()],
])('a list of %s is read by the database as it was', async (_, one: fc.Arbitrary<string | null>) => {
  for (const values of fc.sample(fc.array(one), 100)) {
    const { rows } = await db.owner.query<{ list: unknown[] }>('select $1::text[] as list', [arrayOf(values)]);

    expect(rows[0]?.list).toEqual(values);
  }
});
