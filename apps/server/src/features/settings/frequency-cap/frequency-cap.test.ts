import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/sending/cap';

test('there is no limit of emails until somebody sets one, and it can be turned off again', async () => {
  const admin = await registerAdmin(api);
  const before = await ask(admin, 'GET', path);
  const set = await ask(admin, 'PUT', path, { isOn: true, emails: 3, hours: 48 });
  const read = await ask(admin, 'GET', path);
  const off = await ask(admin, 'PUT', path, { isOn: false, emails: 3, hours: 48 });

  expect(before).toEqual({ isOn: false, emails: 2, hours: 24 });
  expect(set).toEqual({ isOn: true, emails: 3, hours: 48 });
  expect(read).toEqual(set);
  expect(off).toEqual(before);
});

test('the limit of emails is one for all clients, and only admins change it', async () => {
  const admin = await registerAdmin(api);
  const client = await ask(admin, 'POST', '/api/clients', { name: 'One' });
  const limited = await joinTeam(api, admin, 'USER', client.id);
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
  await ask(admin, 'PUT', path, { isOn: true, emails: 1, hours: 12 });

  const refused = await limited.request('PUT', path, { isOn: false, emails: 1, hours: 12 });

  expect(refused.status).toBe(403);
  expect(await ask(limited, 'GET', path)).toEqual({ isOn: true, emails: 1, hours: 12 });
});

test.each([
  { isOn: true, emails: 0, hours: 24 },
  { isOn: true, emails: 2, hours: 721 },
  { isOn: true, emails: 1.5, hours: 24 },
])('a limit of %o is refused', async (body) => {
  const admin = await registerAdmin(api);

  expect((await admin.request('PUT', path, body)).status).toBe(400);
});
