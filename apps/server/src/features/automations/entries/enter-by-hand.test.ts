import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { adminOn, documentOf, enter, letPass, path, publish, resting, waitDays } from '../test-harness.ts';
import { entrance } from './enter-by-hand.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const patience = { timeout: 60_000, interval: 100 };
const wait = [waitDays('waitdays', 3)];
const entry = (again: 'never' | 'after-leaving' | 'each-time', notWithinDays = 0) => ({
  entry: { filter: null, again, notWithinDays },
});

let count = 0;
async function add(person: Person, more: object = {}): Promise<{ id: string; email: string }> {
  count += 1;
  return ask(person, 'POST', '/api/contacts', { email: `byhand${count}@house.example`, firstName: 'Ada', ...more });
}
const fill = (admin: Person, contacts: number, firstName: string) =>
  api.db.owner.query(
    `insert into contacts (organization_id, email, first_name) select $1, $3 || n || '@many.example', $3 from generate_series(1, $2::int) n`,
    [admin.user.organizationId, contacts, firstName],
  );
const everybody = (admin: Person, id: string, filter: object) =>
  ask(admin, 'POST', `${path}/${id}/runs/matching`, { filter });
const batch = (admin: Person, id: string) => ask(admin, 'GET', `/api/contacts/batches/${id}`);
const insideOf = async (admin: Person, id: string): Promise<number> =>
  (await ask(admin, 'GET', `${path}/${id}`)).inside;

test('who was not let in is named, with the reason', async () => {
  const admin = await adminOn(api);
  const filter = {
    match: 'all' as const,
    rules: [{ kind: 'text' as const, field: 'firstName' as const, op: 'is' as const, value: 'Ada' }],
  };
  const id = await publish(admin, documentOf(wait, { entry: { filter, again: 'never', notWithinDays: 0 } }));
  const [fits, inside] = [await add(admin), await add(admin)];
  const other = await add(admin, { firstName: 'Ben', lastName: 'Stone' });
  await enter(admin, id, [inside.id]);

  const answer = await enter(admin, id, [fits.id, inside.id, other.id]);

  expect(answer).toEqual({
    entered: 1,
    leftOut: 2,
    reasons: [
      { reason: 'filter', count: 1 },
      { reason: 'inside', count: 1 },
    ],
    people: [
      { contactId: other.id, name: 'Ben Stone', email: other.email, reason: 'filter' },
      { contactId: inside.id, name: 'Ada', email: inside.email, reason: 'inside' },
    ],
  });
});

test('who left is told apart: once and for all, or not yet again', async () => {
  const admin = await adminOn(api);
  const once = await publish(admin, documentOf(wait, entry('never')));
  const soon = await publish(admin, documentOf(wait, entry('after-leaving', 30)));
  const person = await add(admin);
  for (const id of [once, soon]) {
    await enter(admin, id, [person.id]);
    await resting(admin, id);
    await letPass(api, id, '3 days 1 minute');
    await expect.poll(() => insideOf(admin, id), patience).toBe(0);
  }

  const reasons = [];
  for (const id of [once, soon]) reasons.push((await enter(admin, id, [person.id])).reasons);

  expect(reasons).toEqual([[{ reason: 'entered-before', count: 1 }], [{ reason: 'too-soon', count: 1 }]]);
});

test('a contact of another client is left out', async () => {
  const admin = await adminOn(api, 'system');
  const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple' });
  const id = await publish(admin, documentOf(wait), { clientId: client.id });
  const own = await add(admin, { clientId: client.id });
  const other = await add(admin, { clientId: null });

  expect(await enter(admin, id, [own.id, other.id])).toMatchObject({
    entered: 1,
    people: [{ contactId: other.id, reason: 'other-client' }],
  });
});

test('everybody who fits gets in, and a second time nobody', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, documentOf(wait));
  await fill(admin, 30, 'Cleo');
  await fill(admin, 5, 'Dora');

  const first = await everybody(admin, id, { search: 'cleo' });
  const second = await everybody(admin, id, { search: 'cleo' });

  expect(first).toMatchObject({
    action: 'enter',
    state: 'done',
    total: 30,
    seen: 30,
    changed: 30,
    automation: { id, name: 'Welcome' },
    entry: { entered: 30, leftOut: 0, reasons: [], people: [] },
  });
  expect(second).toMatchObject({ changed: 0, entry: { leftOut: 30, reasons: [{ reason: 'inside', count: 30 }] } });
  expect(second.entry.people[0]).toMatchObject({ name: 'Cleo', reason: 'inside' });
  expect(await insideOf(admin, id)).toBe(30);
});

test('thousands get in one after the other, by a bulk action that says how far it is and is not taken back', async () => {
  const admin = await adminOn(api, 'system');
  const id = await publish(admin, documentOf(wait));
  await fill(admin, 4_500, 'Elif');

  const begun = await everybody(admin, id, {});

  expect(begun).toMatchObject({ state: 'running', total: 4_500 });
  await expect.poll(async () => (await batch(admin, begun.id)).state, patience).toBe('done');
  expect(await batch(admin, begun.id)).toMatchObject({
    seen: 4_500,
    changed: 4_500,
    entry: { entered: 4_500, leftOut: 0 },
  });
  expect(await insideOf(admin, id)).toBe(4_500);
  expect((await admin.request('POST', `/api/contacts/batches/${begun.id}/undo`)).status).toBe(410);
});

test('one that is not live lets nobody in, by name or by a filter', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, documentOf(wait));
  const person = await add(admin);
  await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'paused' });

  for (const [address, body] of [
    ['runs', { contactIds: [person.id] }],
    ['runs/matching', { filter: {} }],
  ] as const)
    expect(await admin.request('POST', `${path}/${id}/${address}`, body)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
});

test('one that is paused while thousands get in keeps out the rest', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, documentOf(wait));
  const person = await add(admin);
  await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'paused' });

  expect(
    await entrance.letIn(backgroundContext(api.database, admin.user.organizationId, 'test'), id, [person.id]),
  ).toEqual({
    entered: [],
    leftOut: [{ contactId: person.id, reason: 'not-live' }],
  });
});
