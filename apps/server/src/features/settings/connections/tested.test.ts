import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const create = async (body: object, person = admin) =>
  (await person.request('POST', '/api/sending/connections', { host: 'mail.example.com', ...body })).body;
const change = async (id: string, body: object) =>
  (await admin.request('PUT', `/api/sending/connections/${id}`, body)).body;
/** As a test email that arrived leaves it. */
const succeed = (id: string) => api.db.owner.query(`update smtp_connections set tested_at = now() where id = $1`, [id]);

test('V12: a connection is untested until a test through it succeeded, and again once it leads elsewhere', async () => {
  const made = await create({ name: 'Relay' });
  await succeed(made.id);
  const renamed = await change(made.id, { name: 'Relay two' });
  const moved = await change(made.id, { host: 'other.example.com' });

  expect([made.state, renamed.state, moved.state]).toEqual(['untested', 'active', 'untested']);
});

test('V12: the first connection is the default, the second is not', async () => {
  const other = await registerAdmin(api);

  const [first, second] = [await create({ name: 'One' }, other), await create({ name: 'Two' }, other)];

  expect([first.isDefault, second.isDefault]).toEqual([true, false]);
});
