import type { SendingDomain } from '@waggle/contracts/sending';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { dailyCap } from './warm-up.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

let count = 0;
async function addDomain(admin: Person): Promise<SendingDomain> {
  const answer = await admin.request('POST', '/api/sending/domains', { domain: `warm${(count += 1)}.example` });
  return answer.body as SendingDomain;
}
const endWarmUp = (admin: Person, { id }: SendingDomain) => admin.request('POST', `/api/sending/domains/${id}/warm`);
const sentFirst = ({ id }: SendingDomain, daysAgo: number) =>
  api.db.owner.query(
    `update sending_domains set warming_since = (now() at time zone 'UTC')::date - $2::int where id = $1`,
    [id, daysAgo],
  );
const readDomain = async (admin: Person, { id }: SendingDomain) =>
  ((await admin.request('GET', '/api/sending/domains')).body.items as SendingDomain[]).find((one) => one.id === id)!;

test('the first days of a domain allow little, each more than the one before, and the sixteenth has no limit', () => {
  const caps = Array.from({ length: 16 }, (_, at) => dailyCap(at + 1));

  expect(caps[0]).toBe(500);
  expect(caps[15]).toBeNull();
  expect(caps.slice(1, 15).every((cap, at) => cap! > caps[at]!)).toBe(true);
});

test.each([
  ['before its first campaign', null, { day: null, days: 15, mostToday: 500 }],
  ['on its first day', 0, { day: 1, days: 15, mostToday: 500 }],
  ['on its third day', 2, { day: 3, days: 15, mostToday: 1280 }],
  ['on its last limited day', 14, { day: 15, days: 15, mostToday: dailyCap(15) }],
  ['afterwards', 15, null],
])('a domain says what the plan allows %s', async (_, daysAgo, expected) => {
  const admin = await registerAdmin(api);
  const domain = await addDomain(admin);
  if (daysAgo !== null) await sentFirst(domain, daysAgo);

  expect((await readDomain(admin, domain)).warmUp).toEqual(expected);
});

test.each([
  ['that has not sent yet', null],
  ['in its first days', 2],
])('the plan ends at once for a domain %s', async (_, daysAgo) => {
  const admin = await registerAdmin(api);
  const domain = await addDomain(admin);
  if (daysAgo !== null) await sentFirst(domain, daysAgo);

  const answer = await endWarmUp(admin, domain);
  const again = await endWarmUp(admin, domain);

  expect([answer.status, again.status]).toEqual([200, 200]);
  expect(answer.body).toMatchObject({ id: domain.id, warmUp: null });
  expect((await readDomain(admin, domain)).warmUp).toBeNull();
});

test('a domain that is older than the plan keeps its age', async () => {
  const admin = await registerAdmin(api);
  const domain = await addDomain(admin);
  await sentFirst(domain, 400);

  await endWarmUp(admin, domain);
  const { rows } = await api.db.owner.query(
    `select (now() at time zone 'UTC')::date - warming_since as age from sending_domains where id = $1`,
    [domain.id],
  );

  expect(rows).toEqual([{ age: 400 }]);
});
