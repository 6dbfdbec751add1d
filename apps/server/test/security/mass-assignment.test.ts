import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from '../matrix/fingerprint.ts';
import { createTenantFixture, enter, enterFor } from '../matrix/tenant-fixture.ts';
import { call, sampleOf, writes } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Columns the server keeps for itself, with a value worth smuggling in. */
const serverOwned: Record<string, unknown> = {
  role: 'ADMIN',
  organizationId: randomUUID(),
  organization_id: randomUUID(),
  subscriptionTier: 'system',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  submissions: 1_000,
  scans: 1_000,
  stats: { sent: 1_000 },
  id: randomUUID(),
  userId: randomUUID(),
  clientId: randomUUID(),
  isActive: true,
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
  emailVerified: true,
  twoFactorEnabled: false,
  trustDevice: true,
  token: 'a'.repeat(43),
  expiresAt: '2099-01-01T00:00:00.000Z',
  createdAt: '2000-01-01T00:00:00.000Z',
  updatedAt: '2000-01-01T00:00:00.000Z',
  lastSeenAt: '2000-01-01T00:00:00.000Z',
  acceptedAt: null,
  invitedBy: randomUUID(),
  version: 1,
  cellId: 2,
  callbackURL: 'https://elsewhere.example',
};

describe('T16 a field that belongs to the server', () => {
  test('is refused by every call that writes, each on its own, and nothing is written', async () => {
    const accepted: string[] = [];
    let cases = 0;
    // Whatever is refused leaves it as it was, so one serves all calls.
    const tenant = await createTenantFixture(api);
    // A piece of a file is bytes and has no fields.
    for (const endpoint of writes.filter(({ upload }) => !upload)) {
      const guest = await enterFor(api, tenant, endpoint);
      const input = await sampleOf(endpoint, { api, tenant, guest });
      const known = Object.keys(endpoint.body?.shape ?? {});
      const before = await fingerprint(api.db.owner, tenant.organizationId);
      for (const [key, value] of Object.entries(serverOwned).filter(([key]) => !known.includes(key))) {
        const { status, body } = await call(guest, endpoint, {
          ...input,
          body: { ...(input.body as object), [key]: value },
        });
        cases += 1;
        if (status !== 400 || body.code !== 'invalid_input') accepted.push(`${endpoint.name} with ${key}: ${status}`);
      }
      const after = await fingerprint(api.db.owner, tenant.organizationId);
      if (JSON.stringify(after) !== JSON.stringify(before)) accepted.push(`${endpoint.name} wrote something`);
    }

    say(`mass assignment: ${cases} cases, ${accepted.length} accepted`);
    expect(Object.keys(serverOwned).length).toBeGreaterThanOrEqual(24);
    expect(accepted).toEqual([]);
  });

  test('is named in the answer, so that a program finds its mistake', async () => {
    const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

    const answer = await guest.request('POST', '/api/clients', { name: 'Fine', isActive: false });

    expect(answer.body.fields).toEqual({ isActive: 'Unknown field: isActive' });
  });

  test.each(['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'called %s, like something every object has, is refused like any other',
    async (key) => {
      const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

      const inBody = await guest.request('PUT', '/api/profile', { name: 'Fine Name', [key]: 'x' });
      const inQuery = await guest.request('GET', `/api/clients?${key}=x`);

      expect([inBody.status, inQuery.status]).toEqual([400, 400]);
      expect(Object.keys(inBody.body.fields)).toEqual([key]);
    },
  );

  test.each([
    '{"__proto__":{"role":"ADMIN"}}',
    '{"constructor":{"prototype":{"role":"ADMIN"}}}',
    '{"name":{"__proto__":{}}}',
  ])('cannot come in through the prototype: %s', async (body) => {
    const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

    const answer = await guest.request('PUT', '/api/profile', body);
    const query = await guest.request('GET', '/api/clients?__proto__=x&__proto__[role]=ADMIN');

    expect([answer.status, query.status]).toEqual([400, 400]);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  });
});
