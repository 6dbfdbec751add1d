import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer } from './test-harness.ts';

const there = 21_000;
let api: TestApi;
let admin: Person;

/** The statistics of the database know the contacts of another organization and none of this one's. */
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  const other = await registerAdmin(api);
  admin = await registerAdmin(api);
  await api.db.owner.query("update organizations set subscription_tier = 'system'");
  await api.db.owner.query('alter table contacts set (autovacuum_enabled = false)');
  await addPeople(other, 50);
  await api.db.owner.query('analyze contacts');
  await addPeople(admin, there);
});
afterAll(() => api.close());

const addPeople = ({ user }: Person, count: number) =>
  api.db.owner.query(
    `insert into contacts (organization_id, email) select $1, 'p' || n || '@bee.example' from generate_series(1, $2::int) n`,
    [user.organizationId, count],
  );

const file = (rows: number) =>
  `email,first name,tags\n${Array.from({ length: rows }, (_, at) => `p${at * 7}@bee.example,Ada,Fair`).join('\n')}\n`;

test('an import into many contacts that were added a moment ago needs one try', async () => {
  const done = await importer(admin).imported(file(4_000), { existing: 'update' });

  // The slow way reads all contacts for each row of the file, and the database ends it after five seconds.
  const { rows: tries } = await api.db.owner.query(
    "select retry_count, state from pgboss.job_common where name like 'contacts.%-import'",
  );
  expect(tries).toEqual([{ retry_count: 0, state: 'completed' }]);
  expect(done.counts).toMatchObject({ created: 1_000, updated: 3_000 });
}, 90_000);
