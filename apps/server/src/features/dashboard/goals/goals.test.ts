import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/goals';
type Shown = { items: { id: string; metric: string; target: number }[]; reached: Record<string, number | null> };
const goalsOf = async (person: Pick<Person, 'request'>): Promise<Shown> => ask(person, 'GET', path);
const targetsOf = async (person: Pick<Person, 'request'>) =>
  Object.fromEntries((await goalsOf(person)).items.map(({ metric, target }) => [metric, target]));

test('a metric has one goal, which is set again and deleted', async () => {
  const admin = await registerAdmin(api);
  const first = await ask(admin, 'PUT', path, { metric: 'contacts', target: 500 });
  await ask(admin, 'PUT', path, { metric: 'open-rate', target: 40 });
  expect(first).toMatchObject({ metric: 'contacts', target: 500, clientId: null });

  const again = await ask(admin, 'PUT', path, { metric: 'contacts', target: 700 });
  expect(again.id).toBe(first.id);
  expect(await targetsOf(admin)).toEqual({ contacts: 700, 'open-rate': 40 });

  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(204);
  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(404);
  expect(await targetsOf(admin)).toEqual({ 'open-rate': 40 });
});

test.each([
  [{ metric: 'contacts', target: 0 }],
  [{ metric: 'contacts', target: 1.5 }],
  [{ metric: 'contacts', target: 1e15 }],
  [{ metric: 'open-rate', target: 101 }],
  [{ metric: 'forms', target: 10 }],
  [{ metric: 'contacts', target: 10, clientId: null }],
])('refuses %j', async (body) => {
  const admin = await registerAdmin(api);

  expect((await admin.request('PUT', path, body)).status).toBe(400);
});

test('what is reached is counted: contacts now and those of this month, nothing where nothing was sold or sent', async () => {
  const admin = await registerAdmin(api);
  await api.db.owner.query(
    `insert into contacts (organization_id, email, created_at) select $1, 'p' || i || '@example.org', now() - i * interval '40 days' from generate_series(0, 2) i`,
    [admin.user.organizationId],
  );

  const { reached } = await goalsOf(admin);
  expect(reached).toEqual({ contacts: 3, 'new-contacts': 1, 'open-rate': null, scans: 0, revenue: null });
});

test('the goal of a client is shown with it, that of the organization with all clients', async () => {
  const admin = await registerAdmin(api);
  const clients = [];
  for (const name of ['Mine', 'Other']) clients.push((await ask(admin, 'POST', '/api/clients', { name })).id as string);
  const show = (clientId: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
  for (const [clientId, target] of [[null, 1] as const, [clients[0]!, 10] as const, [clients[1]!, 100] as const]) {
    await show(clientId);
    await ask(admin, 'PUT', path, { metric: 'scans', target });
  }
  const ids = [];
  for (const [clientId, target] of [[clients[0]!, 10] as const, [clients[1]!, 100] as const, [null, 1] as const]) {
    await show(clientId);
    expect(await targetsOf(admin)).toEqual({ scans: target });
    ids.push((await goalsOf(admin)).items[0]!.id);
  }
  const limited = await joinTeam(api, admin, 'USER', clients[0]!);
  expect(await targetsOf(limited)).toEqual({ scans: 10 });
  await ask(limited, 'PUT', path, { metric: 'scans', target: 11 });
  expect(await targetsOf(admin)).toEqual({ scans: 1 });
  for (const [at, id] of ids.entries())
    expect((await limited.request('DELETE', `${path}/${id}`)).status).toBe(at === 0 ? 204 : 404);
  const viewer = await joinTeam(api, admin, 'VIEWER', clients[1]!);
  expect(await targetsOf(viewer)).toEqual({ scans: 100 });
  expect((await viewer.request('PUT', path, { metric: 'scans', target: 1 })).status).toBe(403);
  expect((await viewer.request('DELETE', `${path}/${ids[1]}`)).status).toBe(403);
});
