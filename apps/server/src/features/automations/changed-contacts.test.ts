import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import type { Person } from '../../../test/harness/people.ts';
import { adminOn, documentOf, enter, letPass, path, publish, resting, waitDays } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const patience = { timeout: 60_000, interval: 100 };
const waiting = documentOf([waitDays('waitdays', 3)]);
const eachTime = { ...waiting, entry: { ...waiting.entry, again: 'each-time' as const } };

let count = 0;
async function add(person: Person): Promise<string> {
  count += 1;
  return (await ask(person, 'POST', '/api/contacts', { email: `inside${count}@house.example` })).id;
}
const merge = (person: Person, id: string, otherId: string) =>
  ask(person, 'POST', `/api/contacts/${id}/merge`, { otherId });
const inside = async (person: Person, id: string): Promise<string[]> =>
  (await ask(person, 'GET', `${path}/${id}/runs?state=inside`)).items.map((run: any) => run.contactId);
const sizeOf = async (person: Person, id: string): Promise<number> =>
  (await ask(person, 'GET', `${path}/${id}`)).inside;

test('whoever is merged into another goes on in the name of the other, and does not get in a second time', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, waiting);
  const [kept, other] = [await add(admin), await add(admin)];
  await enter(admin, id, [other]);
  await resting(admin, id);

  await merge(admin, kept, other);

  expect(await inside(admin, id)).toEqual([kept]);
  expect(await enter(admin, id, [kept])).toMatchObject({ entered: 0, leftOut: 1 });
  await letPass(api, id, '3 days 1 minute');
  await expect.poll(() => sizeOf(admin, id), patience).toBe(0);
  const { items } = await ask(admin, 'GET', `${path}/${id}/runs?state=left`);
  expect(items).toMatchObject([{ contactId: kept, reason: 'completed' }]);
  const { turns } = await ask(admin, 'GET', `${path}/${id}/runs/${items[0].id}`);
  expect(turns.length).toBeGreaterThan(1);
});

test('of two who are inside and become one, the one who got in first stays', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, waiting);
  const [kept, other] = [await add(admin), await add(admin)];
  await enter(admin, id, [other]);
  await resting(admin, id);
  const [first] = (await ask(admin, 'GET', `${path}/${id}/runs?state=inside`)).items;
  await enter(admin, id, [kept]);
  await expect.poll(() => sizeOf(admin, id), patience).toBe(2);

  await merge(admin, kept, other);

  await expect.poll(() => sizeOf(admin, id), patience).toBe(1);
  const { items } = await ask(admin, 'GET', `${path}/${id}/runs?state=inside`);
  expect(items).toMatchObject([{ id: first.id, contactId: kept }]);
});

test('who may be inside several times stays so for both', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, eachTime);
  const [kept, other] = [await add(admin), await add(admin)];
  for (const person of [kept, other, other]) await enter(admin, id, [person]);

  await merge(admin, kept, other);

  expect(await inside(admin, id)).toEqual([kept, kept, kept]);
  expect(await enter(admin, id, [kept])).toMatchObject({ entered: 1 });
  await expect.poll(() => sizeOf(admin, id), patience).toBe(4);
});

test('a preview of a merge moves nobody', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, waiting);
  const [kept, other] = [await add(admin), await add(admin)];
  await enter(admin, id, [other]);

  await ask(admin, 'POST', `/api/contacts/${kept}/merge/preview`, { otherId: other });

  expect(await inside(admin, id)).toEqual([other]);
});

test('who is moved to another client is neither changed nor mailed from here any more', async () => {
  const admin = await adminOn(api);
  const clients = [];
  for (const name of ['Maple', 'Cedar']) clients.push((await ask(admin, 'POST', '/api/clients', { name })).id);
  const [clientId, other] = clients;
  const look = (at: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId: at });
  await look(clientId);
  const { id: tagId } = await ask(admin, 'POST', '/api/tags', { name: 'Waited' });
  const tag = { id: 'tagsteps', kind: 'tag' as const, add: [tagId], remove: [] };
  const id = await publish(admin, documentOf([waitDays('waitdays', 3), tag]));
  const [stays, moves] = [await add(admin), await add(admin)];
  await enter(admin, id, [stays, moves]);
  await resting(admin, id);

  await look(null);
  await ask(admin, 'POST', `/api/contacts/${moves}/move`, { clientId: other });
  await letPass(api, id, '3 days 1 minute');

  await expect.poll(() => sizeOf(admin, id), patience).toBe(0);
  const { items } = await ask(admin, 'GET', `${path}/${id}/runs?state=left`);
  expect(Object.fromEntries(items.map((run: any) => [run.contactId, run.reason]))).toEqual({
    [stays]: 'completed',
    [moves]: 'deleted',
  });
});

test('archiving a client pauses its automations, nobody is lost meanwhile, and they are resumed once it is back', async () => {
  const admin = await adminOn(api);
  const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple' });
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
  const id = await publish(admin, waiting);
  const person = await add(admin);
  await enter(admin, id, [person]);
  await resting(admin, id);

  expect(await ask(admin, 'GET', `/api/clients/${client.id}/archive`)).toMatchObject({ automations: 1 });
  await ask(admin, 'POST', `/api/clients/${client.id}/archive`, { forms: 'collect' });
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });
  await letPass(api, id, '3 days 1 minute');

  expect(await ask(admin, 'GET', `${path}/${id}`)).toMatchObject({ status: 'paused', inside: 1 });
  const resume = (body: object) => admin.request('PUT', `${path}/${id}/status`, body);
  for (const status of ['live', 'closing'])
    expect((await resume({ status, overdue: 'go-on' })).body).toMatchObject({ code: 'client_archived' });

  await ask(admin, 'POST', `/api/clients/${client.id}/restore`);
  expect((await resume({ status: 'live', overdue: 'go-on' })).status).toBe(200);
  await expect.poll(() => sizeOf(admin, id), patience).toBe(0);
});

test('one that lets people finish after a pause lets nobody catch up at once', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, waiting);
  await enter(admin, id, [await add(admin)]);
  await resting(admin, id);
  await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'paused' });
  await letPass(api, id, '4 days');
  await api.db.owner.query(`update automations set paused_at = paused_at - interval '4 days' where id = $1`, [id]);

  await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'closing' });

  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, patience).toBe('closing');
  expect(await sizeOf(admin, id)).toBe(1);
  await letPass(api, id, '3 days 1 minute');
  await expect.poll(() => sizeOf(admin, id), patience).toBe(0);
});

test('a resume that is refused leaves held emails held', async () => {
  const admin = await adminOn(api);
  const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple' });
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
  const id = await publish(admin, waiting);
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, status, hold_reason, subject, content, recipients, tracking, campaign_month,
       sent_at, audience, automation_id, step_id, step_month, step_pass, step_content)
     select $1, $2, 'Email of a step', 'PAUSED', 'connection-refused', 'Hello', '{}', '{}', '{}', date_trunc('month', now()), now(), 1, $3,
       'emailone', date_trunc('month', now()), 1, decode(repeat('00', 32), 'hex') returning id`,
    [admin.user.organizationId, client.id, id],
  );
  const held = async () =>
    (await api.db.owner.query('select status, hold_reason from campaigns where id = $1', [rows[0]!.id])).rows[0];
  await ask(admin, 'POST', `/api/clients/${client.id}/archive`, { forms: 'collect' });
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });

  const { body } = await admin.request('PUT', `${path}/${id}/status`, { status: 'live', overdue: 'go-on' });

  expect(body).toMatchObject({ code: 'client_archived' });
  expect(await held()).toEqual({ status: 'PAUSED', hold_reason: 'connection-refused' });
});
