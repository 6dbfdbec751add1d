import { setActiveClient } from '@waggle/contracts/accounts';
import { createContact, listContacts } from '@waggle/contracts/contacts';
import { updateOrganization } from '@waggle/contracts/organization';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import type { Session } from '../session.ts';
import { sessionInSight, sightHeader } from './sight.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** An agency whose session shows Northlight, while another tab still shows Maple. */
async function agency() {
  const admin = await registerAdmin(api, 'AGENCY');
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  const maple: string = (await ask(admin, 'POST', '/api/clients', { name: 'Maple' })).id;
  const northlight: string = (await ask(admin, 'POST', '/api/clients', { name: 'Northlight' })).id;
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: maple });
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: northlight });
  /** Where that client, and perhaps that person, is shown. */
  const where = (clientId: string, userId = admin.user.id) => ({
    request: (method: string, path: string, body?: object) =>
      admin.request(method, path, body, { [sightHeader]: `${userId}:${clientId}` }),
  });
  return { admin, maple, northlight, where };
}

describe('a change that was pressed where another client is shown', () => {
  test('is refused, and nothing is made for the client of the session', async () => {
    const { admin, maple, northlight, where } = await agency();
    const contact = { email: 'hannah@sight.example' };

    const refused = await where(maple).request('POST', '/api/contacts', contact);
    const refusedOfAll = await where('').request('POST', '/api/contacts', contact);
    const before = await ask(admin, 'GET', '/api/contacts');
    const taken = await where(northlight).request('POST', '/api/contacts', contact);

    expect(refused).toMatchObject({ status: 409, body: { code: 'other_sight' } });
    expect(refusedOfAll.status).toBe(409);
    expect(before.total).toBe(0);
    expect(taken).toMatchObject({ status: 201, body: { clientId: northlight } });
  });

  test('is refused of somebody else than the session is of, also about their own account', async () => {
    const { where, northlight } = await agency();
    const { user: other } = await registerAdmin(api, 'BUSINESS');
    const elsewhere = where(northlight, other.id);

    const answers = [
      await elsewhere.request('POST', '/api/contacts', { email: 'jonah@sight.example' }),
      await elsewhere.request('PUT', '/api/profile', { name: 'Somebody Else' }),
      await elsewhere.request('POST', '/api/auth/set-active-client', { clientId: null }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  test('reading, switching and what follows no client go on, and so do programs that show nothing', async () => {
    const { admin, maple, where } = await agency();

    const answers = [
      await where(maple).request('GET', '/api/contacts'),
      await where(maple).request('PUT', '/api/organization', { name: 'Fernhill', timezone: 'UTC' }),
      await where('').request('POST', '/api/auth/set-active-client', { clientId: maple }),
      await admin.request('POST', '/api/contacts', { email: 'nora@sight.example' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  });
});

test('what a process remembers of a session is looked up again before a change is refused', async () => {
  const session = (activeClientId: string | null) => ({ userId: 'priya', activeClientId, mustChooseClient: false });
  const request = { headers: { [sightHeader]: 'priya:northlight' } } as never;
  const looked: string[] = [];
  const sessionsWith = (now: Session | null) => ({
    find: async (token: string) => {
      looked.push(token);
      return now;
    },
  });
  const [old, now] = [session('maple') as Session, session('northlight') as Session];
  const found = { session: old, token: 'token' };

  expect(await sessionInSight(sessionsWith(now), createContact, request, found)).toBe(now);
  expect(await sessionInSight(sessionsWith(null), createContact, request, found)).toBeNull();
  await expect(sessionInSight(sessionsWith(old), createContact, request, found)).rejects.toThrow('another tab');
  expect(looked).toHaveLength(3);

  for (const endpoint of [listContacts, setActiveClient, updateOrganization])
    expect(await sessionInSight(sessionsWith(now), endpoint, request, found)).toBe(old);
  expect(looked).toHaveLength(3);
});
