import type { Attributes } from '@waggle/contracts/contact-fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { checkAttributes, parseAttribute } from './attributes.ts';
import { keyOf } from './key.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const create = (body: object, caller: Pick<Person, 'request'> = admin) =>
  caller.request('POST', '/api/contact-fields', body);

describe('a custom field', () => {
  test.each([
    ['Favourite colour', 'favourite_colour'],
    ['  Größe (cm) ', 'gro_e_cm'],
    ['Prénom', 'prenom'],
    ['2nd phone', 'field_2nd_phone'],
    ['語', 'field'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor_2'],
    ['toString', 'tostring'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('called %j gets a key that programs can use', (label, key) => {
    expect(keyOf(label, new Set())).toBe(key);
  });

  test('keeps its key when it is renamed, and no two have the same', async () => {
    const first = await create({ label: 'Shoe size', type: 'number' });
    const twin = await create({ label: 'Shoe-size' });
    const taken = await create({ label: 'SHOE SIZE' });
    const renamed = await admin.request('PUT', `/api/contact-fields/${first.body.id}`, { label: 'Size of shoes' });

    expect(first).toMatchObject({
      status: 201,
      body: { key: 'shoe_size', label: 'Shoe size', type: 'number', options: [] },
    });
    expect([twin.body.key, taken.body.code]).toEqual(['shoe_size_2', 'already_exists']);
    expect(renamed.body).toMatchObject({ key: 'shoe_size', label: 'Size of shoes' });
  });

  test('of choices needs some, and takes others later', async () => {
    const none = await create({ label: 'Plan', type: 'choice' });
    const { body: field } = await create({ label: 'Plan', type: 'choice', options: ['Free', 'Pro'] });
    const change = (options: string[]) => admin.request('PUT', `/api/contact-fields/${field.id}`, { options });

    expect(none).toMatchObject({ status: 400, body: { fields: { options: expect.any(String) } } });
    expect((await change([])).status).toBe(400);
    expect((await change(['Pro', 'Max'])).body.options).toEqual(['Pro', 'Max']);
  });

  test('is deleted once', async () => {
    const { body: field } = await create({ label: 'Short-lived' });
    const remove = async () => (await admin.request('DELETE', `/api/contact-fields/${field.id}`)).status;

    expect([await remove(), await remove()]).toEqual([204, 404]);
  });

  test('of the organization is read by its clients and changed by none of them', async () => {
    const tenant = await createTenantFixture(api);
    const [all, limited, other] = [
      await enter(api, tenant, 'ADMIN'),
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'other'),
    ];
    const { body: shared } = await create({ label: 'Shared' }, all);
    await create({ label: 'Of X' }, limited);
    const labels = async (caller: Pick<Person, 'request'>) =>
      (await caller.request('GET', '/api/contact-fields')).body.items
        .map(({ label }: { label: string }) => label)
        .filter((label: string) => !label.includes(tenant.mark));

    expect([await labels(all), await labels(limited), await labels(other)]).toEqual([
      ['Shared', 'Of X'],
      ['Shared', 'Of X'],
      ['Shared'],
    ]);
    expect((await limited.request('PUT', `/api/contact-fields/${shared.id}`, { label: 'Mine' })).status).toBe(404);
    expect((await limited.request('DELETE', `/api/contact-fields/${shared.id}`)).status).toBe(404);
  });

  test('is one of a hundred at most', async () => {
    const tenant = await registerAdmin(api);
    for (let at = 0; at < 100; at += 1) expect((await create({ label: `Field ${at}` }, tenant)).status).toBe(201);

    expect(await create({ label: 'One too many' }, tenant)).toMatchObject({
      status: 403,
      body: { code: 'plan_limit' },
    });
  });
});

describe('values of custom fields', () => {
  const field = (type: string, options: string[] = []) => ({ key: 'k', label: 'K', type, options });

  test.each([
    [field('text'), ' hello ', 'hello'],
    [field('text'), '', null],
    [field('text'), 'x'.repeat(501), undefined],
    [field('number'), '-12.50', -12.5],
    [field('number'), '1e9', undefined],
    [field('number'), 'NaN', undefined],
    [field('date'), '2024-02-29', '2024-02-29'],
    [field('date'), '2023-02-29', undefined],
    [field('date'), '29.02.2024', undefined],
    [field('boolean'), 'Yes', true],
    [field('boolean'), '0', false],
    [field('boolean'), 'constructor', undefined],
    [field('choice', ['Free', 'Pro']), 'pro', 'Pro'],
    [field('choice', ['Free', 'Pro']), 'Max', undefined],
  ])('%j takes %j as %j', (field, text, value) => {
    expect(parseAttribute(field, text)).toBe(value);
  });

  test('are checked together, and every wrong one is named', async () => {
    const tenant = await registerAdmin(api);
    await create({ label: 'Age', type: 'number' }, tenant);
    await create({ label: 'Born', type: 'date' }, tenant);
    await create({ label: 'Vip', type: 'boolean' }, tenant);
    const check = (attributes: Attributes) =>
      checkAttributes(backgroundContext(api.database, tenant.user.organizationId, 'test'), attributes);

    expect(await check({ age: 41, born: '1815-12-10', vip: null })).toEqual({ age: 41, born: '1815-12-10', vip: null });
    await expect(check({ age: true, born: 'soon', nothing: 'x', vip: false })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: {
        'attributes.age': expect.any(String),
        'attributes.born': expect.any(String),
        'attributes.nothing': expect.any(String),
      },
    });
  });
});
