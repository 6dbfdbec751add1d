import { followsClient } from '@waggle/contracts/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../features.ts';
import { goodPassword } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../../../../test/matrix/tenant.ts';
import { call, sampleOf } from '../../../../test/matrix/samples.ts';
import { until } from '../../../../test/matrix/until.ts';
import { invitationToken } from '../team/invitation-token.ts';

let api: TestApi;
let tenant: TenantFixture;
let admin: Guest;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function agency() {
  tenant = await createTenantFixture(api);
  admin = await enter(api, tenant, 'ADMIN');
}
const setActive = (clientId: string, isActive: boolean) =>
  admin.request('PUT', `/api/clients/${clientId}`, { isActive });
const choose = (guest: Guest, clientId: string | null) =>
  guest.request('POST', '/api/auth/set-active-client', { clientId });
const statusOf = (guest: Guest) => async () => (await guest.request('GET', '/api/contacts')).status;
const signIn = (email: string) => {
  const visitor = api.visitor();
  return visitor
    .request('POST', '/api/auth/login', { email, password: goodPassword })
    .then((answer) => ({ visitor, answer }));
};
const isAsked = (guest: Guest) =>
  until(async () => (await guest.request('GET', '/api/auth/me')).body.mustChooseClient === true);

describe('P17 deactivating a client', () => {
  beforeAll(agency);

  test('P17: ends the access of everybody limited to it, and of nobody else', async () => {
    const [limited, viewer, other] = [
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'other'),
    ];
    expect(await Promise.all([limited, viewer, other].map((guest) => statusOf(guest)()))).toEqual([200, 200, 200]);

    await setActive(tenant.clients.x, false);

    expect(await until(async () => (await statusOf(limited)()) === 401)).toBe(true);
    expect(await until(async () => (await statusOf(viewer)()) === 401)).toBe(true);
    expect(await statusOf(other)()).toBe(200);
  });

  test('P17: refuses the next sign-in in plain words, and leaves no session behind', async () => {
    const { answer, visitor } = await signIn(tenant.people.limited.email);

    expect(answer).toMatchObject({
      status: 403,
      body: {
        code: 'access_ended',
        message: 'Your access has ended. Ask an admin of your organization to restore it.',
      },
    });
    expect((await visitor.request('GET', '/api/auth/me')).status).toBe(401);
    const { rows } = await api.db.owner.query('select id from directory.sessions where user_id = $1', [
      tenant.people.limited.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('P17: refuses a session that was written behind its back, instead of showing all clients', async () => {
    const limited = await enter(api, tenant, 'limited');

    expect(await statusOf(limited)()).toBe(401);
  });

  test('P17: makes invitations to it worthless', async () => {
    const { rows } = await api.db.owner.query(
      `insert into invitations (organization_id, email, role, client_id, expires_at)
       values ($1, 'late@house.example', 'USER', $2, now() + interval '1 day') returning id`,
      [tenant.organizationId, tenant.clients.x],
    );
    const { organizationId } = tenant;
    const token = invitationToken(api.config.SECRET_KEY, { organizationId, id: rows[0].id, version: 1 });

    const read = await api.visitor().request('POST', '/api/auth/read-invitation', { token });
    const accepted = await api.visitor().request('POST', '/api/auth/accept-invitation', {
      token,
      name: 'Late Person',
      password: goodPassword,
      confirmPassword: goodPassword,
    });

    expect([read.status, accepted.status]).toEqual([410, 410]);
    const people = await api.db.owner.query(`select id from directory.users where email = 'late@house.example'`);
    expect(people.rows).toEqual([]);
  });

  test('P17: gives access back with a new sign-in once it is active again', async () => {
    await setActive(tenant.clients.x, true);

    const { answer, visitor } = await signIn(tenant.people.limited.email);

    expect(answer).toMatchObject({ status: 200, body: { clientId: tenant.clients.x, mustChooseClient: false } });
    expect((await visitor.request('GET', '/api/contacts')).status).toBe(200);
  });
});

describe('D15 a client that is deactivated while somebody works in it', () => {
  beforeAll(agency);

  test('D15: shows and writes nothing for all clients, in any call, until the person chooses', async () => {
    const person = await enter(api, tenant, 'ADMIN');
    await choose(person, tenant.clients.x);
    await setActive(tenant.clients.x, false);
    expect(await isAsked(person)).toBe(true);
    const dependent = endpoints.filter(
      ({ needs }) => needs !== 'public' && needs !== 'signed-in' && followsClient(needs),
    );

    const served: string[] = [];
    for (const endpoint of dependent) {
      const input = await sampleOf(endpoint, { api, tenant, guest: admin });
      const answer = await call(person, endpoint, input);
      if (answer.status !== 409 || answer.body.code !== 'client_required') served.push(endpoint.name);
    }

    expect(dependent.length).toBeGreaterThan(90);
    expect(served).toEqual([]);
  });

  test('D15: leaves the person what concerns the organization: themselves, the team and the clients to choose from', async () => {
    const person = await enter(api, tenant, 'ADMIN');
    await setActive(tenant.clients.x, true);
    await choose(person, tenant.clients.x);
    await setActive(tenant.clients.x, false);
    expect(await isAsked(person)).toBe(true);

    const paths = ['/api/auth/me', '/api/organization', '/api/clients?active=true', '/api/team/members'];
    const answers = await Promise.all(paths.map((path) => person.request('GET', path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('D15: does not come back by itself when it is active again', async () => {
    const person = await enter(api, tenant, 'USER');
    await setActive(tenant.clients.x, true);
    await choose(person, tenant.clients.x);
    await setActive(tenant.clients.x, false);
    expect(await isAsked(person)).toBe(true);

    await setActive(tenant.clients.x, true);

    expect((await person.request('GET', '/api/auth/me')).body).toMatchObject({
      activeClientId: null,
      mustChooseClient: true,
    });
    expect(await statusOf(person)()).toBe(409);
  });

  test.each(['a client', 'all clients'])('D15: goes on after the person has chosen %s', async (which) => {
    const person = await enter(api, tenant, 'USER');
    await setActive(tenant.clients.x, true);
    await choose(person, tenant.clients.x);
    await setActive(tenant.clients.x, false);
    expect(await isAsked(person)).toBe(true);

    const chosen = await choose(person, which === 'a client' ? tenant.clients.y : null);
    const answer = await person.request('GET', '/api/contacts');

    expect(chosen.body).toMatchObject({ mustChooseClient: false });
    expect(answer.status).toBe(200);
  });

  test('D15: can be neither chosen nor kept: whoever chooses it at that moment is refused or asked', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => enter(api, tenant, 'USER')));
    await setActive(tenant.clients.x, true);

    await Promise.all([
      ...people.map((person) => choose(person, tenant.clients.x)),
      setActive(tenant.clients.x, false),
    ]);
    await setActive(tenant.clients.x, true);

    const { rows } = await api.db.owner.query(
      'select id from directory.sessions where active_client_id = $1 and id = any($2)',
      [tenant.clients.x, people.map(({ sessionId }) => sessionId)],
    );
    // Whoever still has it has chosen it after it came back, which nobody here did.
    expect(rows).toEqual([]);
  });

  test('D15: is asked about at the next sign-in, and an active one is restored', async () => {
    await setActive(tenant.clients.x, true);
    const email = tenant.people.VIEWER.email;
    const { visitor } = await signIn(email);
    await visitor.request('POST', '/api/auth/set-active-client', { clientId: tenant.clients.x });

    const restored = await signIn(email);
    const { body: me } = await restored.visitor.request('GET', '/api/auth/me');
    await setActive(tenant.clients.x, false);
    const asked = await signIn(email);

    expect(restored.answer.body).toMatchObject({ activeClientId: tenant.clients.x, mustChooseClient: false });
    expect(me.activeClientId).toBe(tenant.clients.x);
    expect(asked.answer.body).toMatchObject({ activeClientId: null, mustChooseClient: true });
    expect((await asked.visitor.request('GET', '/api/contacts')).body.code).toBe('client_required');
  });
});
