import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const ask = async (caller: Caller, method: string, path: string, body?: unknown) => {
  const answer = await caller.request(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const choose = (caller: Caller, clientId: string | null) =>
  caller.request('POST', '/api/auth/set-active-client', { clientId });
const me = (caller: Caller) => ask(caller, 'GET', '/api/auth/me');
const emails = async (caller: Caller): Promise<string[]> =>
  (await ask(caller, 'GET', '/api/contacts')).items.map(({ email }: { email: string }) => email).sort();
const signIn = async (email: string) => {
  const visitor = api.visitor();
  return { visitor, answer: await visitor.request('POST', '/api/auth/login', { email, password: goodPassword }) };
};

type Agency = { admin: Person; x: string; y: string; z: string };

/** Three clients, each with a contact of its name. */
async function agency(): Promise<Agency> {
  const admin = await registerAdmin(api);
  const ids: string[] = [];
  for (const name of ['Ashby', 'Birch', 'Cedar']) {
    const { id } = await ask(admin, 'POST', '/api/clients', { name });
    await choose(admin, id);
    await ask(admin, 'POST', '/api/contacts', { email: `${name.toLowerCase()}@clients.example` });
    ids.push(id);
  }
  await choose(admin, null);
  const [x = '', y = '', z = ''] = ids;
  return { admin, x, y, z };
}

describe('MT7 a person limited to two clients', () => {
  test('works in one at a time, changes between them, and reaches no third', async () => {
    const { admin, x, y, z } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);

    expect(await me(person)).toMatchObject({
      clientId: x,
      activeClientId: x,
      clients: [
        { id: x, name: 'Ashby' },
        { id: y, name: 'Birch' },
      ],
    });
    expect(await emails(person)).toEqual(['ashby@clients.example']);

    expect((await choose(person, y)).body).toMatchObject({ activeClientId: y, activeClientName: 'Birch' });
    expect(await emails(person)).toEqual(['birch@clients.example']);
    expect((await choose(person, z)).status).toBe(404);
    expect((await choose(person, null)).body).toMatchObject({ activeClientId: y });
    expect(await emails(person)).toEqual(['birch@clients.example']);
    expect((await ask(person, 'GET', '/api/clients?active=true')).items).toMatchObject([{ id: y }]);
  });

  test('cannot touch a record of the other client without changing to it', async () => {
    const { admin, x, y } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);
    const made = await ask(person, 'POST', '/api/contacts', { email: 'new@clients.example' });
    expect(made.clientId).toBe(x);

    await choose(person, y);

    expect((await person.request('GET', `/api/contacts/${made.id}`)).status).toBe(404);
    expect((await person.request('DELETE', `/api/contacts/${made.id}`)).status).toBe(404);
    await choose(person, x);
    expect((await person.request('GET', `/api/contacts/${made.id}`)).status).toBe(200);
  });

  test('finds the last one again at the next sign-in, and another device stays where it is', async () => {
    const { admin, x, y } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);
    const { visitor: phone } = await signIn(person.user.email);
    await choose(person, y);

    expect(await me(phone)).toMatchObject({ activeClientId: x });
    const { answer } = await signIn(person.user.email);
    expect(answer.body.user ?? answer.body).toMatchObject({ activeClientId: y, clientId: y });
  });

  test('loses a client that is taken away at once, and goes on in the other', async () => {
    const { admin, x, y, z } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);

    const changed = await ask(admin, 'PUT', `/api/team/members/${person.user.id}`, { clientIds: [y, z] });

    expect(changed.clientIds).toEqual([y, z]);
    await expect.poll(() => emails(person)).toEqual(['birch@clients.example']);
    expect((await choose(person, x)).status).toBe(404);
    expect((await choose(person, z)).status).toBe(200);
  });

  test('is asked to choose when the client they are in is deactivated, and has no access once none is left', async () => {
    const { admin, x, y } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);

    await ask(admin, 'PUT', `/api/clients/${x}`, { isActive: false });

    await expect.poll(async () => (await person.request('GET', '/api/contacts')).status).toBe(409);
    expect(await me(person)).toMatchObject({ mustChooseClient: true, clients: [{ id: y }] });
    expect((await choose(person, x)).status).toBe(404);
    expect((await choose(person, y)).status).toBe(200);
    expect(await emails(person)).toEqual(['birch@clients.example']);

    await ask(admin, 'PUT', `/api/clients/${y}`, { isActive: false });
    await expect.poll(async () => (await person.request('GET', '/api/auth/me')).status).toBe(401);
    expect((await signIn(person.user.email)).answer).toMatchObject({ status: 403, body: { code: 'access_ended' } });
  });

  test('sees the colleagues of the client they are in', async () => {
    const { admin, x, y, z } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);
    const beside = await joinTeam(api, admin, 'USER', y, z);
    const apart = await joinTeam(api, admin, 'USER', z);
    const names = async () =>
      (await ask(person, 'GET', '/api/team/members')).items.map(({ id }: { id: string }) => id).sort();

    expect(await names()).toEqual([person.user.id]);
    await choose(person, y);
    expect(await names()).toEqual([person.user.id, beside.user.id].sort());
    expect(await names()).not.toContain(apart.user.id);
  });
});

describe('limits to clients', () => {
  test('name clients of the own organization that are active, each once, and never of an ADMIN', async () => {
    const [own, other] = [await agency(), await agency()];
    const invite = (body: object) =>
      own.admin.request('POST', '/api/team/invitations', { email: 'limits@clients.example', ...body });

    expect((await invite({ clientIds: [own.x, other.x] })).status).toBe(404);
    expect((await invite({ role: 'ADMIN', clientIds: [own.x] })).body.code).toBe('admin_without_client');
    await ask(own.admin, 'PUT', `/api/clients/${own.z}`, { isActive: false });
    expect((await invite({ clientIds: [own.x, own.z] })).status).toBe(404);
    expect((await invite({ clientIds: [own.x, own.x, own.y] })).body.clientIds).toEqual([own.x, own.y]);
  });

  test('stay when only the role changes, also with a client that was deactivated meanwhile', async () => {
    const { admin, x, y } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);
    await ask(admin, 'PUT', `/api/clients/${x}`, { isActive: false });

    const changed = await ask(admin, 'PUT', `/api/team/members/${person.user.id}`, { role: 'VIEWER' });

    expect(changed).toMatchObject({ role: 'VIEWER', clientIds: [x, y] });
    expect(await ask(admin, 'PUT', `/api/team/members/${person.user.id}`, { role: 'ADMIN' })).toMatchObject({
      clientIds: [],
    });
  });

  test('are the one client that the version before writes, where it writes another', async () => {
    const { admin, x, y, z } = await agency();
    const person = await joinTeam(api, admin, 'USER', x, y);

    await api.db.owner.query('update members set client_id = $1 where user_id = $2', [z, person.user.id]);

    const { rows } = await api.db.owner.query('select client_ids from members where user_id = $1', [person.user.id]);
    expect(rows[0].client_ids).toEqual([z]);
  });
});
