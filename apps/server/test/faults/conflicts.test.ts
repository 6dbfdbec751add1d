import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../../src/platform/context.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../sending/fake-smtp.ts';
import { ask, draft, type ReadyAdmin, readyAdmin } from '../sending/ready-admin.ts';
import { injectConflicts, wrongCounters } from './conflicts.ts';

let api: TestApi;
let fakeSmtp: FakeSmtp;
let injected: () => Promise<number>;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  fakeSmtp = await startFakeSmtp();
  admin = await readyAdmin(api, fakeSmtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
  injected = await injectConflicts(api.db.owner as never);
});
afterAll(async () => {
  await api.close();
  await fakeSmtp.close();
});

const people = 120;
/** Eight browsers at once. */
async function together<Item, Result>(items: Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const browser = async () => {
    for (const [at, item] of queue) results[at] = await act(item);
  };
  await Promise.all(Array.from({ length: 8 }, browser));
  return results;
}
const count = async (statement: string) =>
  (await api.db.owner.query<{ rows: number }>(`select count(*)::int as rows from ${statement}`)).rows[0]!.rows;

test('F23: deadlocks and failed serialisation in 5 % of transactions fail no call and double no effect', async () => {
  const tagId = (await ask(admin, 'POST', '/api/tags', { name: 'Spring' })).id;
  const numbers = Array.from({ length: people }, (_, at) => at);

  const created = await together(numbers, (at) =>
    admin.request('POST', '/api/contacts', { email: `p${at}@conflicts.example` }),
  );
  const ids = created.map(({ body }) => body.id as string);
  const others = await together(numbers, (at) => {
    if (at % 4 === 0) return admin.request('POST', `/api/contacts/${ids[at]}/tags`, { tagId });
    if (at % 4 === 1) return admin.request('PUT', `/api/contacts/${ids[at]}`, { firstName: 'Changed' });
    if (at % 4 === 2) return admin.request('PUT', `/api/contacts/${ids[at]}`, { status: 'unsubscribed' });
    return admin.request('DELETE', `/api/contacts/${ids[at]}`);
  });
  const conflicts = await injected();

  expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
  expect([...new Set(others.map(({ status }) => status))].every((status) => status < 300)).toBe(true);
  expect(conflicts).toBeGreaterThan(6);
  expect(await wrongCounters(api.db.owner as never)).toEqual([]);
  expect(await count('contacts')).toBe((people * 3) / 4);
  expect(await count(`audit_log where action = 'contacts.create'`)).toBe(people);
  expect(await count(`contact_activity where type = 'contact.created'`)).toBe(people);
});

test('F23: a campaign is sent once to everybody', async () => {
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await vi.waitFor(async () => expect((await ask(admin, 'GET', `/api/campaigns/${id}`)).status).toBe('COMPLETED'), {
    timeout: 60_000,
    interval: 100,
  });

  const { audience, progress } = await ask(admin, 'GET', `/api/campaigns/${id}`);
  const got = fakeSmtp.received.map(({ to }) => to);
  expect([audience, progress]).toEqual([people / 2, { accepted: people / 2 }]);
  expect(new Set(got).size).toBe(people / 2);
  expect(got).toHaveLength(people / 2);
});

test('F23: a transaction that fails every time is retried three times and no more', async () => {
  const db = api.database.tenant({ organizationId: admin.user.organizationId });
  const conflict = Object.assign(new Error('always'), { code: '40P01', severity: 'ERROR' });
  let tries = 0;

  const failed = inTransaction({ db }, async () => {
    tries += 1;
    throw conflict;
  });

  await expect(failed).rejects.toThrow('always');
  expect(tries).toBe(4);
});
