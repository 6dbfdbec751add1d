import type { ClientSetup } from '@waggle/contracts/client-setups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await admin.request(method, path, body);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const addClient = (name: string) => call('POST', '/api/clients', { name }) as Promise<{ id: string }>;
const list = async (query = '') => (await call('GET', `/api/sending/clients${query}`)).items as ClientSetup[];
const verify = (domainId: string) =>
  api.db.owner.query(`update sending_domains set state = 'verified', checked_at = now() where id = $1`, [domainId]);

test('each client is shown with what is its own, what is the organization’s and what is missing', async () => {
  const bakery = await addClient('Bakery');
  await addClient('Cycles');
  const before = await list();
  const shared = await call('POST', '/api/sending/domains', { domain: 'shared.example' });
  await verify(shared.id);
  await call('PUT', '/api/sending/address', { postalAddress: '1 High Street' });
  await call('POST', '/api/sending/senders', { fromName: 'House', fromEmail: 'hi@shared.example', isDefault: true });
  const own = await call('POST', '/api/sending/domains', { domain: 'bakery.example', clientId: bakery.id });
  await call('POST', '/api/sending/senders', { fromName: 'Bakery', fromEmail: 'hi@bakery.example' });
  await api.db.owner.query(
    `update brands set accent = '#8a4f16', logo_name = 'AAAAAAAAAAAAAAAAAAAAAAAA.png' where client_id = $1`,
    [bakery.id],
  );
  const waiting = await list();
  await verify(own.id);

  const after = await list();

  expect(before).toMatchObject([
    { name: 'Bakery', brand: { logo: false, color: false, address: null }, domain: null, sender: null },
    { name: 'Cycles', brand: { logo: false, color: false, address: null }, domain: null, sender: null },
  ]);
  expect(waiting[0]).toMatchObject({
    domain: { domain: 'bakery.example', state: 'pending', owner: 'client' },
    sender: { email: 'hi@bakery.example', isReady: false, owner: 'client' },
  });
  expect(after).toMatchObject([
    {
      brand: { logo: true, color: true, address: 'organization' },
      domain: { domain: 'bakery.example', state: 'verified', owner: 'client', checkedAt: expect.any(String) },
      sender: { name: 'Bakery', isReady: true },
    },
    {
      brand: { logo: false, color: false, address: 'organization' },
      domain: { domain: 'shared.example', state: 'verified', owner: 'organization' },
      sender: { email: 'hi@shared.example', isReady: true, owner: 'organization' },
    },
  ]);
});

test('five hundred clients come page by page, archived ones not at all, whichever client is shown', async () => {
  const house = await registerAdmin(api);
  await api.db.owner.query(
    `insert into clients (organization_id, name) select $1, 'Client ' || lpad(i::text, 3, '0') from generate_series(1, 500) i`,
    [house.user.organizationId],
  );
  const { body } = await house.request('GET', '/api/clients?limit=1');
  await house.request('POST', `/api/clients/${body.items[0].id}/archive`, { forms: 'collect' });
  const seen: string[] = [];
  let cursor: string | null = null;

  do {
    const answer = await house.request('GET', `/api/sending/clients?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
    expect(answer.body.total).toBe(499);
    seen.push(...answer.body.items.map(({ name }: ClientSetup) => name));
    cursor = answer.body.nextCursor;
  } while (cursor !== null);

  expect(new Set(seen).size).toBe(499);
  expect(seen).not.toContain('Client 001');
});

test('nobody but an ADMIN sees it', async () => {
  const colleague = await joinTeam(api, admin, 'USER');

  expect((await colleague.request('GET', '/api/sending/clients')).status).toBe(403);
});
