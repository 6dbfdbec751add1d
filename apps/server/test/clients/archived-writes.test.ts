import type { Endpoint } from '@waggle/contracts/endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isClosedInArchive, namedIds } from '#platform/http/archived-clients.ts';
import { endpoints } from '../../src/features.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from '../matrix/fingerprint.ts';
import { call, sampleOf } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';
import { type Slot, slotsOf, withValue } from '../matrix/slots.ts';
import { createTenantFixture, enter } from '../matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../matrix/tenant.ts';

/** Hundreds of calls, each between two readings of the whole tenant. */
vi.setConfig({ testTimeout: 480_000 });

let api: TestApi;
let tenant: TenantFixture;
let admin: Guest;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
  admin = await enter(api, tenant, 'ADMIN');
  await api.db.owner.query('update clients set is_active = false, archived_at = now() where id = $1', [
    tenant.clients.y,
  ]);
});
afterAll(() => api.close());

const closed = endpoints.filter(isClosedInArchive);

/** Those that say what is changed; the others say whom an audience, a rule or a design is about. */
function changedBy(endpoint: Endpoint): Slot[] {
  const named = new Set(namedIds(endpoint).map(({ part, key }) => `${part}.${key}`));
  return slotsOf(endpoint).filter(
    ({ part, path: [key], entity }) => entity !== 'member' && named.has(`${part}.${key}`),
  );
}

test('under All Clients no call changes anything of an archived client, by whatever id it is named', async () => {
  const wrong: string[] = [];
  let cells = 0;
  for (const endpoint of closed)
    for (const slot of changedBy(endpoint).filter(({ path }) => path.length === 1 || path[1] === '0')) {
      const input = withValue(
        await sampleOf(endpoint, { api, tenant, guest: admin }),
        slot,
        tenant.otherClientIds[slot.entity],
      );
      const before = await fingerprint(api.db.owner, tenant.organizationId);
      const { status, body } = await call(admin, endpoint, input);
      const after = await fingerprint(api.db.owner, tenant.organizationId);
      cells += 1;
      const place = `${endpoint.name} ${slot.part}.${slot.path.join('.')}`;
      // A part named beside what it is no part of is not found.
      if (status !== 404 && body?.code !== 'client_archived') wrong.push(`${place}: ${status} ${body?.code ?? ''}`);
      for (const [table, hash] of Object.entries(after))
        if (before[table] !== hash) wrong.push(`${place}: changed ${table}`);
    }

  say(`archived clients: ${cells} cells, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(90);
});

const rowsOfY = async (table: string) =>
  (await api.db.owner.query(`select t::text from ${table} t where client_id = $1 order by 1`, [tenant.clients.y])).rows;

test('what reaches all clients without naming one leaves archived ones out', async () => {
  const before = [await rowsOfY('contacts'), await rowsOfY('qr_codes')];
  const { body: labels } = await admin.request('GET', '/api/qr-labels');

  const batch = await admin.request('POST', '/api/contacts/batches', { action: 'status', status: 'lead', filter: {} });
  const deleted = await admin.request('POST', '/api/contacts/batches', { action: 'delete', filter: {} });
  const renamed = await admin.request('PUT', '/api/qr-labels', { name: labels.items[0].name, to: 'Elsewhere' });

  expect([batch.status, deleted.status, renamed.status]).toEqual([201, 201, 200]);
  expect(batch.body.total).toBe(batch.body.seen);
  expect([await rowsOfY('contacts'), await rowsOfY('qr_codes')]).toEqual(before);
});

test('taking a change back leaves out whose client was archived since', async () => {
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into clients (organization_id, name) values ($1, 'Later archived') returning id`,
    [tenant.organizationId],
  );
  const later = rows[0]!.id;
  const email = 'later@archived.example';
  const { body: contact } = await admin.request('POST', '/api/contacts', { email, clientId: later });
  const { body: batch } = await admin.request('POST', '/api/contacts/batches', { action: 'delete', ids: [contact.id] });
  await api.db.owner.query('update clients set is_active = false, archived_at = now() where id = $1', [later]);

  const undone = await admin.request('POST', `/api/contacts/batches/${batch.id}/undo`);

  expect(undone.body).toMatchObject({ state: 'undone', restored: 0 });
});
