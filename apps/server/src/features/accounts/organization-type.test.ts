import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const turn = (person: Person, type: string) =>
  person.request('PUT', '/api/organization', { name: 'House', timezone: 'America/Los_Angeles', type });
const addClient = (person: Person, name: string) => ask(person, 'POST', '/api/clients', { name });

describe('the type of an organization', () => {
  test('becomes an agency without losing anything', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    const { id } = await ask(admin, 'POST', '/api/contacts', { email: 'kept@type.example' });

    const answer = await turn(admin, 'AGENCY');

    expect(answer).toMatchObject({ status: 200, body: { type: 'AGENCY' } });
    expect((await admin.request('POST', '/api/clients', { name: 'Bakery' })).status).toBe(201);
    expect((await admin.request('GET', `/api/contacts/${id}`)).status).toBe(200);
  });

  test('becomes a business when no client is active, and says which are', async () => {
    const admin = await registerAdmin(api);
    const clients: { id: string }[] = [];
    for (const name of ['Yoga', 'Bakery', 'cycles', 'Delta', 'Echo', 'Foxtrot'])
      clients.push(await addClient(admin, name));
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: clients[0]!.id });

    const refused = await turn(admin, 'BUSINESS');
    for (const { id } of clients) await admin.request('PUT', `/api/clients/${id}`, { isActive: false });
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });
    const turned = await turn(admin, 'BUSINESS');
    const again = await turn(admin, 'AGENCY');

    const message = 'Archive these clients first: Bakery, cycles, Delta, Echo, Foxtrot and 1 more.';
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', message, fields: { type: message } } });
    expect(turned.body.type).toBe('BUSINESS');
    expect(again.body.type).toBe('AGENCY');
    expect((await ask(admin, 'GET', '/api/clients?limit=10')).total).toBe(6);
  });

  test('never ends as a business with a client that somebody adds at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admin = await registerAdmin(api);

      const [turned, added] = await Promise.all([
        turn(admin, 'BUSINESS'),
        admin.request('POST', '/api/clients', { name: 'Bakery' }),
      ]);

      expect([
        [200, 403],
        [409, 201],
      ]).toContainEqual([turned.status, added.status]);
    }
  });

  test('is changed by an ADMIN alone, and the log has it', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    const user = await joinTeam(api, admin, 'USER');

    expect((await turn(user, 'AGENCY')).status).toBe(403);
    await turn(admin, 'AGENCY');
    const { items } = await ask(admin, 'GET', '/api/audit-log?limit=50');
    const row = items.find(
      ({ action, outcome }: { action: string; outcome: string }) =>
        action === 'organization.update' && outcome !== 'refused',
    );
    expect(row.changes).toContainEqual({ field: 'type', from: 'BUSINESS', to: 'AGENCY' });
  });
});
