import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter, qrLabel } from '../../../../test/matrix/tenant-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function onCore(): Promise<Person> {
  const person = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core' where id = $1`, [
    person.user.organizationId,
  ]);
  return person;
}
const create = async (person: Person, name: string, labels: string[]) =>
  (await person.request('POST', '/api/qr-codes', { name, targetUrl: 'https://www.example.com/', labels })).body;
const labelsOf = async (person: Pick<Person, 'request'>) => (await person.request('GET', '/api/qr-labels')).body.items;
const labelled = async (person: Person, label: string) =>
  (await person.request('GET', `/api/qr-codes?label=${label}&sort=name`)).body.items.map(
    ({ name }: { name: string }) => name,
  );

test('codes are labelled, counted and found by label, and capitals make no second label', async () => {
  const person = await onCore();
  const window = await create(person, 'Window', ['Posters', 'summer', 'POSTERS']);
  await create(person, 'Table', ['posters']);
  await create(person, 'Plain', []);

  expect(window.labels).toEqual(['Posters', 'summer']);
  expect(await labelsOf(person)).toEqual([
    { name: 'Posters', codes: 2 },
    { name: 'summer', codes: 1 },
  ]);
  expect(await labelled(person, 'Posters')).toEqual(['Table', 'Window']);
  const changed = await person.request('PUT', `/api/qr-codes/${window.id}`, { labels: [] });
  expect(changed.body.labels).toEqual([]);
  expect(await labelled(person, 'Posters')).toEqual(['Table']);
});

test('a label is put on many codes and taken off again, and answers how many changed', async () => {
  const person = await onCore();
  const codes = [await create(person, 'One', ['Posters']), await create(person, 'Two', [])];
  const qrCodeIds = codes.map(({ id }) => id);
  const assign = (body: object) => person.request('POST', '/api/qr-labels/assign', { qrCodeIds, ...body });

  expect((await assign({ label: 'posters', on: true })).body).toEqual({ codes: 1 });
  expect((await assign({ label: 'posters', on: true })).body).toEqual({ codes: 0 });
  expect(await labelsOf(person)).toEqual([{ name: 'Posters', codes: 2 }]);
  expect((await assign({ label: 'Posters', on: false })).body).toEqual({ codes: 2 });
  expect(await labelsOf(person)).toEqual([]);
});

test('a label is renamed, merged with another one and deleted on every code', async () => {
  const person = await onCore();
  await create(person, 'One', ['Posters', 'Window']);
  await create(person, 'Two', ['Posters']);
  const change = (body: object) => person.request('PUT', '/api/qr-labels', body);

  expect((await change({ name: 'Posters', to: 'Window' })).body).toEqual({ codes: 2 });
  expect(await labelsOf(person)).toEqual([{ name: 'Window', codes: 2 }]);
  expect((await change({ name: 'Window', to: null })).body).toEqual({ codes: 2 });
  expect(await labelsOf(person)).toEqual([]);
  expect((await change({ name: 'Window', to: null })).status).toBe(404);
});

test('a code has at most ten labels, and none that is empty or too long', async () => {
  const person = await onCore();
  const ten = Array.from({ length: 10 }, (_, at) => `Label ${at}`);
  const code = await create(person, 'Full', ten);
  const assign = (label: string) =>
    person.request('POST', '/api/qr-labels/assign', { qrCodeIds: [code.id], label, on: true });

  expect((await assign('Label 11')).body).toMatchObject({ message: 'A QR code can have up to 10 labels' });
  expect((await assign('label 3')).body).toEqual({ codes: 0 });
  expect((await assign(' ')).status).toBe(400);
  expect((await assign('x'.repeat(41))).status).toBe(400);
  expect((await create(person, 'Fuller', [...ten, 'Label 11'])).fields).toMatchObject({
    labels: 'A QR code can have up to 10 labels',
  });
});

test('who is limited to one client sees and changes the labels of its codes alone', async () => {
  const tenant = await createTenantFixture(api);
  const [everybody, limited] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'limited')];

  expect(await labelsOf(limited)).toEqual([{ name: qrLabel, codes: 1 }]);
  expect(await labelsOf(everybody)).toEqual([{ name: qrLabel, codes: 2 }]);
  await limited.request('PUT', '/api/qr-labels', { name: qrLabel, to: 'Ours' });
  expect(await labelsOf(everybody)).toEqual([
    { name: 'Ours', codes: 1 },
    { name: qrLabel, codes: 1 },
  ]);
  const foreign = { qrCodeIds: [tenant.otherClientIds['qr-code']], label: 'Ours', on: true };
  expect((await limited.request('POST', '/api/qr-labels/assign', foreign)).status).toBe(404);
});

test('below the plan labels stay readable and cannot be changed', async () => {
  const person = await onCore();
  await create(person, 'One', ['Posters']);
  await api.db.owner.query(`update organizations set subscription_tier = 'lite' where id = $1`, [
    person.user.organizationId,
  ]);

  expect(await labelsOf(person)).toEqual([{ name: 'Posters', codes: 1 }]);
  expect((await person.request('PUT', '/api/qr-labels', { name: 'Posters', to: null })).body.code).toBe('plan_limit');
});
