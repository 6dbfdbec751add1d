import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodPassword } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { startWatch } from '../../../../test/harness/watch.ts';

let api: TestApi;
let fakeSmtps: [FakeSmtp, FakeSmtp];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  const slowly = { beforeAnswer: () => new Promise<void>((resolve) => setTimeout(resolve, 100)) };
  fakeSmtps = [await startFakeSmtp(slowly), await startFakeSmtp()];
});
afterAll(async () => {
  await api.close();
  await Promise.all(fakeSmtps.map((fakeSmtp) => fakeSmtp.close()));
});

const read = (admin: ReadyAdmin, id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 60_000, interval: 20 });
const completed = (admin: ReadyAdmin, id: string) =>
  until(async () => expect((await read(admin, id)).status).toBe('COMPLETED'));

test('a campaign under way follows its connection to another server, and everybody has it once (F10)', async () => {
  const [before, after] = fakeSmtps;
  const admin = await readyAdmin(api, before.port);
  const people = await addPeople(api, admin, 400);
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await until(() => expect(before.received.length).toBeGreaterThan(20));

  await ask(admin, 'PUT', `/api/sending/connections/${admin.connection.id}`, { port: after.port, maxPerSecond: 500 });
  await completed(admin, id);

  const got = fakeSmtps.flatMap(({ received }) => received.map(({ to }) => to));
  expect(got.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  expect(after.received.length).toBeGreaterThan(200);
  expect((await read(admin, id)).progress).toEqual({ accepted: 400 });
});

test('a large campaign that is cancelled sends nothing more at once, and is marked by and by', async () => {
  const [fakeSmtp] = fakeSmtps;
  fakeSmtp.received.length = 0;
  const admin = await readyAdmin(api, fakeSmtp.port);
  await addPeople(api, admin, 45_000);
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await until(() => expect(fakeSmtp.received.length).toBeGreaterThan(20));

  const answer = await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  const atOnce = fakeSmtp.received.length;
  await completed(admin, id);

  const { progress, audience } = await read(admin, id);
  expect(answer).toMatchObject({ status: 'ACTIVE', cancelledAt: expect.any(String) });
  // Those whose dot was given already; nothing new.
  expect(fakeSmtp.received.length - atOnce).toBeLessThanOrEqual(20);
  expect(audience).toBe(45_000);
  expect(progress).toEqual({ accepted: fakeSmtp.received.length, cancelled: 45_000 - fakeSmtp.received.length });
  const resumed = await admin.request('PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' });
  expect(resumed.status).toBe(409);
});

test('S1: deleting the organization ends its running and scheduled campaigns within 5 seconds (F35)', async () => {
  const [fakeSmtp] = fakeSmtps;
  fakeSmtp.received.length = 0;
  const admin = await readyAdmin(api, fakeSmtp.port);
  await addPeople(api, admin, 3_000);
  const running = await draft(admin);
  const scheduled = await draft(admin, { scheduledAt: new Date(Date.now() + 4_000).toISOString() });
  await ask(admin, 'POST', `/api/campaigns/${running.id}/send`);
  await ask(admin, 'POST', `/api/campaigns/${scheduled.id}/send`);
  await until(() => expect(fakeSmtp.received.length).toBeGreaterThan(20));
  const { name } = await ask(admin, 'GET', '/api/organization');

  await ask(admin, 'DELETE', '/api/organization', { name, password: goodPassword });
  const sinceAnswer = startWatch();
  let [last, count] = [0, fakeSmtp.received.length];
  const atOnce = count;
  for (const end = Date.now() + 6_000; Date.now() < end;) {
    if (fakeSmtp.received.length > count) [last, count] = [sinceAnswer(), fakeSmtp.received.length];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  // Those whose dot was given already; nothing new.
  expect(last).toBeLessThan(5_000);
  expect(count - atOnce).toBeLessThanOrEqual(20);
});
