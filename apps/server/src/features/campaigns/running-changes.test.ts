import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { type Judge, startJudge } from '../../../test/sending/judge.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let judges: [Judge, Judge];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  const slowly = { beforeAnswer: () => new Promise<void>((resolve) => setTimeout(resolve, 100)) };
  judges = [await startJudge(slowly), await startJudge()];
});
afterAll(async () => {
  await api.close();
  await Promise.all(judges.map((judge) => judge.close()));
});

const read = (admin: ReadyAdmin, id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 30_000, interval: 20 });
const completed = (admin: ReadyAdmin, id: string) =>
  until(async () => expect((await read(admin, id)).status).toBe('COMPLETED'));

test('a campaign under way follows its connection to another server, and everybody has it once (F10)', async () => {
  const [before, after] = judges;
  const admin = await readyAdmin(api, before.port);
  const people = await addPeople(api, admin, 400);
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await until(() => expect(before.received.length).toBeGreaterThan(20));

  await ask(admin, 'PUT', `/api/sending/connections/${admin.connection.id}`, { port: after.port, maxPerSecond: 500 });
  await completed(admin, id);

  const got = judges.flatMap(({ received }) => received.map(({ to }) => to));
  expect(got.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  expect(after.received.length).toBeGreaterThan(200);
  expect((await read(admin, id)).progress).toEqual({ accepted: 400 });
});

test('a large campaign that is cancelled sends nothing more at once, and is marked by and by', async () => {
  const [judge] = judges;
  judge.received.length = 0;
  const admin = await readyAdmin(api, judge.port);
  await addPeople(api, admin, 45_000);
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await until(() => expect(judge.received.length).toBeGreaterThan(20));

  const answer = await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  const atOnce = judge.received.length;
  await completed(admin, id);

  const { progress, audience } = await read(admin, id);
  expect(answer).toMatchObject({ status: 'ACTIVE', cancelledAt: expect.any(String) });
  // Those whose dot was given already; nothing new.
  expect(judge.received.length - atOnce).toBeLessThanOrEqual(20);
  expect(audience).toBe(45_000);
  expect(progress).toEqual({ accepted: judge.received.length, cancelled: 45_000 - judge.received.length });
  const resumed = await admin.request('PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' });
  expect(resumed.status).toBe(409);
});
