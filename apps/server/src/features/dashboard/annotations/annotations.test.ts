import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/annotations';
const textsOf = async (person: Pick<Person, 'request'>, from = '2026-05-01', to = '2026-05-31') =>
  (await ask(person, 'GET', `${path}?from=${from}&to=${to}`)).items.map(({ text }: { text: string }) => text);

test('a note stands on its day, with who wrote it, until it is changed or deleted', async () => {
  const admin = await registerAdmin(api);
  const first = await ask(admin, 'POST', path, { on: '2026-05-31', text: '  Shop closed ' });
  await ask(admin, 'POST', path, { on: '2026-05-01', text: 'Radio spot' });
  await ask(admin, 'POST', path, { on: '2026-06-01', text: 'Another month' });

  expect(first).toMatchObject({ on: '2026-05-31', text: 'Shop closed', clientId: null, author: admin.user.name });
  expect(await textsOf(admin)).toEqual(['Radio spot', 'Shop closed']);

  await ask(admin, 'PUT', `${path}/${first.id}`, { on: '2026-05-30', text: 'Shop open' });
  expect(await textsOf(admin, '2026-05-30', '2026-05-30')).toEqual(['Shop open']);
  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(204);
  expect((await admin.request('DELETE', `${path}/${first.id}`)).status).toBe(404);
  expect(await textsOf(admin)).toEqual(['Radio spot']);
});

test.each([
  [{ on: '2026-05-01', text: 'x'.repeat(121) }],
  [{ on: '2026-05-01', text: '  ' }],
  [{ on: '2026-02-30', text: 'No such day' }],
  [{ on: '2026-05-01', text: 'Unknown key', color: 'red' }],
])('refuses %j', async (body) => {
  const admin = await registerAdmin(api);

  expect((await admin.request('POST', path, body)).status).toBe(400);
});

test('the notes of a client are its own; where all clients are shown those of all are', async () => {
  const admin = await registerAdmin(api);
  const clients = [];
  for (const name of ['Mine', 'Other']) clients.push((await ask(admin, 'POST', '/api/clients', { name })).id as string);
  const show = (clientId: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
  for (const [clientId, text] of [
    [null, 'All'] as const,
    [clients[0]!, 'Mine'] as const,
    [clients[1]!, 'Other'] as const,
  ]) {
    await show(clientId);
    await ask(admin, 'POST', path, { on: '2026-05-10', text });
  }

  await show(clients[0]!);
  expect(await textsOf(admin)).toEqual(['Mine']);
  await show(null);
  expect(await textsOf(admin)).toEqual(['All', 'Mine', 'Other']);
  const limited = await joinTeam(api, admin, 'USER', clients[0]!);
  expect(await textsOf(limited)).toEqual(['Mine']);
  const { items } = await ask(admin, 'GET', `${path}?from=2026-05-10&to=2026-05-10`);
  for (const { id, text } of items)
    expect((await limited.request('PUT', `${path}/${id}`, { on: '2026-05-11', text })).status).toBe(
      text === 'Mine' ? 200 : 404,
    );
  const viewer = await joinTeam(api, admin, 'VIEWER', clients[0]!);
  expect((await viewer.request('POST', path, { on: '2026-05-10', text: 'No' })).status).toBe(403);
});
