import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, openSession } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { call, sampleOf } from '../matrix/samples.ts';
import { type Input, leavesOf, withValue } from '../matrix/slots.ts';
import { asMany } from './sizes.ts';

/** Hundreds of requests on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 600_000 });

let api: TestApi;
let admin: Person;
const ids = { qrCode: '', contact: '', segment: '', campaign: '', number: '', day: '' };
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'plus', timezone = 'America/New_York'`);
  const made = async (path: string, body: object) => (await admin.request('POST', path, body)).body;
  ids.qrCode = (await made('/api/qr-codes', { name: 'Menu', targetUrl: 'https://www.example.com/' })).id;
  ids.contact = (await made('/api/contacts', { email: 'a@b.example' })).id;
  ids.campaign = (await made('/api/campaigns', { name: 'News', subject: 'Hi', htmlContent: '<p>Hi</p>' })).id;
  ids.number = (await made('/api/contact-fields', { label: 'Shoe size', type: 'number' })).key;
  ids.day = (await made('/api/contact-fields', { label: 'Birthday', type: 'date' })).key;
});
afterAll(() => api.close());

type Tried = [what: string, path: string, body: unknown, expected: number];
const rules = (rule: object) => ({ rules: { match: 'all', rules: [rule] } });
const since = (date: unknown) => rules({ kind: 'date', field: 'createdAt', op: 'after', date });
const inLast = (days: unknown) => rules({ kind: 'date', field: 'createdAt', op: 'inLast', days });
const custom = (key: string, value: unknown) => rules({ kind: 'custom', key, op: 'lessThan', value });
const preview = '/api/segments/preview';

const sizes: Tried[] = ['99', '100', '500', '501', 'NaN', '-1', '1e9', '0x64', '1e2', '', '200.5', 'Infinity'].map(
  (size) => [`a picture of ${size}`, `GET /api/qr-codes/QR/image?size=${size}`, undefined, 200],
);
const pages: Tried[] = [
  ...['1', '100', '1e1', ' 5 ', '0x10'].map((limit): Tried => [
    `limit ${limit}`,
    `GET /api/contacts?limit=${encodeURIComponent(limit)}`,
    undefined,
    200,
  ]),
  ...['0', '-1', '101', '1e9', '1.5', 'NaN', '', 'Infinity', '1e400', '٣'].map((limit): Tried => [
    `limit ${limit}`,
    `GET /api/contacts?limit=${encodeURIComponent(limit)}`,
    undefined,
    400,
  ]),
  ['page -1', 'GET /api/contacts?page=-1', undefined, 400],
  ['page 1e9', 'GET /api/contacts?page=1e9', undefined, 400],
];
const days: Tried[] = [
  ['2024-02-29', 200],
  ['9999-12-31', 200],
  ['0001-01-01', 200],
  ['0000-01-01', 400],
  ['2026-02-29', 400],
  ['2026-02-30', 400],
  ['2026-13-01', 400],
  ['2026-00-10', 400],
  ['2026-1-1', 400],
  ['+02026-01-01', 400],
  ['-000001-01-01', 400],
  ['10000-01-01', 400],
  ['2026-01-01T00:00:00Z', 400],
  ['infinity', 400],
  ['now', 400],
  [20260101, 400],
].map(([day, expected]) => [`the day ${String(day)}`, `POST ${preview}`, since(day), expected as number]);
const counts: Tried[] = [
  [1, 200],
  [3650, 200],
  [0, 400],
  [-1, 400],
  [3651, 400],
  [1.5, 400],
  [1e308, 400],
  ['7', 400],
  [null, 400],
].map(([value, expected]) => [
  `in the last ${String(value)} days`,
  `POST ${preview}`,
  inLast(value),
  expected as number,
]);

describe('B16 numbers and dates', () => {
  test.each([...sizes, ...pages, ...days, ...counts])('%s', async (_, path, body, expected) => {
    const [method = '', url = ''] = path.replace('QR', ids.qrCode).split(/ (.*)/);

    const answer = await admin.request(method, url, body);

    expect([answer.status, answer.body]).toEqual([expected, expected === 200 ? expect.anything() : problem]);
  });

  test.each([
    ['0000-01-01', 400],
    ['0001-01-01', 200],
    ['9999-12-31', 200],
    ['2026-02-30', 400],
    ['2026-03-08', 200],
  ])('the audit log from %s to that day answers %s', async (day, expected) => {
    const answer = await admin.request('GET', `/api/audit-log?from=${day}&to=${day}`);

    expect(answer.status).toBe(expected);
  });

  test.each([
    ['2026-12-24T09:00:00Z', '2026-12-24T09:00:00.000Z'],
    ['2026-12-24T09:00:00+14:00', '2026-12-23T19:00:00.000Z'],
    ['2026-12-24T09:00:00-12:00', '2026-12-24T21:00:00.000Z'],
    ['2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
    ['2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['2026-12-24T09:00:00.123456789Z', '2026-12-24T09:00:00.123Z'],
    ['2026-06-30T23:59:60Z', null],
    ['2026-02-30T09:00:00Z', null],
    ['2026-12-24T24:00:00Z', null],
    ['2026-12-24T09:00:00+25:00', null],
    ['0000-01-01T00:00:00Z', null],
    ['0000-06-01T00:00', null],
    ['+275760-09-13T00:00:00Z', null],
    ['2026-12-24', null],
    ['tomorrow', null],
    [1_798_000_000_000, null],
  ])('a campaign scheduled at %s is kept as %s', async (scheduledAt, kept) => {
    const answer = await admin.request('PUT', `/api/campaigns/${ids.campaign}`, { scheduledAt });

    expect(answer.status).toBe(kept === null ? 400 : 200);
    if (kept === null) expect(answer.body).toEqual(problem);
    else expect(answer.body.scheduledAt).toBe(kept);
  });

  test.each([
    ['number', 0],
    ['number', -0],
    ['number', 1e308],
    ['number', Number.MIN_VALUE],
    ['number', 2 ** 53],
    ['number', 0.1 + 0.2],
    ['day', '2024-02-29'],
    ['day', '9999-12-31'],
    ['day', '0001-01-01'],
  ] as const)('a custom %s of %s comes back as it was sent, and can be asked for', async (kind, value) => {
    const key = ids[kind];

    const kept = await admin.request('PUT', `/api/contacts/${ids.contact}`, { attributes: { [key]: value } });
    // A filter takes digits, not powers of ten.
    const written = typeof value === 'number' ? BigInt(Math.round(value)).toString() : value;
    const asked = await admin.request('POST', preview, custom(key, written));

    expect([kept.status, asked.status]).toEqual([200, 200]);
    expect(kept.body.attributes[key]).toBe(value === 0 ? 0 : value);
  });

  test.each([
    ['number', 'x'],
    ['number', '1e400'],
    ['number', 'NaN'],
    ['number', 'Infinity'],
    ['day', '2026-02-30'],
    ['day', '0000-01-01'],
    ['day', 'infinity'],
    ['day', 12],
  ] as const)('a custom %s of %s is refused, in a contact and in a filter', async (kind, value) => {
    const key = ids[kind];

    const kept = await admin.request('PUT', `/api/contacts/${ids.contact}`, { attributes: { [key]: value } });
    const asked = await admin.request('POST', preview, custom(key, String(value)));

    expect([kept.status, asked.status]).toEqual([400, 400]);
  });
});

const problem = expect.objectContaining({ code: expect.any(String) as string, message: expect.any(String) as string });

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    -0,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    '1e400',
    'NaN',
    '٣',
    '0x10',
  ),
  fc.constantFrom(
    '0000-01-01',
    '0000-02-29T00:00Z',
    '9999-12-31',
    '2026-02-30',
    '2026-06-30T23:59:60Z',
    '-271821-04-20',
    '2026-12-24T09:00+14:00',
  ),
  fc.double(),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .date({ noInvalidDate: true, min: new Date('-000100-01-01'), max: new Date('+010100-01-01') })
    .map((date) => date.toISOString().split('T')[0]),
);

test('B16 any number and any date in any place of any call is taken or refused', async () => {
  const tenant: TenantFixture = await createTenantFixture(api);
  const taking = endpoints.filter(
    (endpoint) => endpoint.name !== 'organization.delete' && leavesOf(endpoint).length > 0,
  );
  const inputs = new Map<string, Input>();
  const failed: string[] = [];

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...taking), fc.nat(), odd, async (endpoint, nth, value) => {
      const input =
        inputs.get(endpoint.name) ??
        (await sampleOf(endpoint, { api, tenant, guest: await enter(api, tenant, 'ADMIN') }));
      inputs.set(endpoint.name, input);
      const leaves = leavesOf(endpoint);
      const changed = withValue(input, { ...leaves[nth % leaves.length]!, endpoint, entity: 'client' }, value);
      const { cookie } = await openSession(api, tenant.people.ADMIN.id);
      const { status } = await call(createCaller(api.app, cookie), endpoint, changed);
      if (status >= 500) failed.push(`${endpoint.name} ${JSON.stringify(changed)} answered ${status}`);
    }),
    { numRuns: asMany(150, 2_000) },
  );

  expect(failed).toEqual([]);
});
