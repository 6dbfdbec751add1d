import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../../../../test/matrix/tenant.ts';
import { importer } from '../import/test-harness.ts';
import { suppress } from './suppressions.ts';

let api: TestApi;
let tenant: TenantFixture;
let limited: Guest;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  tenant = await createTenantFixture(api);
  limited = await enter(api, tenant, 'limited');
});
afterAll(() => api.close());

let count = 0;
const fresh = () => `patient${(count += 1)}@${tenant.mark}.example`;

/** As the job that reads a provider's report: it binds the whole organization. */
const bounce = (address: string, reason: 'bounced' | 'complained' | 'erased' = 'bounced') => {
  const ctx: Context = {
    db: api.database.tenant({ organizationId: tenant.organizationId }),
    organizationId: tenant.organizationId,
    actor: { kind: 'job', name: 'test' },
    now: () => new Date(),
  };
  return suppress(ctx, { channel: 'email', address, reason, source: 'bounce' });
};

const addContact = (clientId: string, email: string) =>
  api.db.owner.query('insert into contacts (organization_id, client_id, email) values ($1, $2, $3)', [
    tenant.organizationId,
    clientId,
    email,
  ]);

const addressesSeenBy = async (guest: Guest) =>
  (await guest.request('GET', '/api/suppressions?limit=100')).body.items.map(
    ({ address }: { address: string }) => address,
  );

describe('a person limited to one client', () => {
  test('P6: reads no suppressed address of another client, as USER and as VIEWER', async () => {
    const [theirs, nobodys] = [fresh(), fresh()];
    await addContact(tenant.clients.y, theirs);
    await bounce(theirs);
    await bounce(nobodys);

    const asUser = await addressesSeenBy(limited);
    await api.db.owner.query(`update members set role = 'VIEWER' where user_id = $1`, [limited.userId]);
    const asViewer = await addressesSeenBy(await enter(api, tenant, 'limited'));
    await api.db.owner.query(`update members set role = 'USER' where user_id = $1`, [limited.userId]);

    for (const seen of [asUser, asViewer]) {
      expect(seen).not.toContain(theirs);
      expect(seen).not.toContain(nobodys);
    }
    expect(await addressesSeenBy(await enter(api, tenant, 'ADMIN'))).toEqual(expect.arrayContaining([theirs, nobodys]));
  });

  test('P6: finds no suppressed address of another client by searching for it', async () => {
    const theirs = fresh();
    await addContact(tenant.clients.y, theirs);
    await bounce(theirs);

    for (const search of [theirs, theirs.slice(0, -3)]) {
      const found = await limited.request('GET', `/api/suppressions?search=${encodeURIComponent(search)}`);

      expect(found.body).toMatchObject({ items: [], total: 0 });
    }
  });

  test('P6: reads what binds a contact of the own client for the whole organization', async () => {
    const own = fresh();
    const { body: contact } = await limited.request('POST', '/api/contacts', { email: own });
    await bounce(own);

    expect(await addressesSeenBy(limited)).toContain(own);
    expect((await limited.request('GET', `/api/contacts/${contact.id}`)).body).toMatchObject({
      status: 'bounced',
      suppressions: [{ channel: 'email', reason: 'bounced', everywhere: true }],
    });
  });

  test.each([
    ['bounced', 'bounced'],
    ['complained', 'complained'],
    ['erased', 'unsubscribed'],
  ] as const)('P6: cannot revive an address that is %s for the organization by adding it', async (reason, status) => {
    const gone = fresh();
    await bounce(gone, reason);

    const added = await limited.request('POST', '/api/contacts', { email: gone, status: 'active' });
    const moved = await limited.request('POST', '/api/contacts', { email: fresh() });
    const readdressed = await limited.request('PUT', `/api/contacts/${added.body.id}`, { status: 'active' });

    expect(added).toMatchObject({ status: 201, body: { status } });
    expect(readdressed.body.status).not.toBe('active');
    expect((await limited.request('GET', `/api/contacts/${added.body.id}`)).body.suppressions).toMatchObject([
      { reason, everywhere: true },
    ]);
    expect(moved.body.status).toBe('active');
  });

  test('P6: cannot revive one by importing it', async () => {
    const gone = fresh();
    await bounce(gone, 'complained');

    const done = await importer(limited).imported(`email,first name\n${gone},Agatha\n${fresh()},Beatrix\n`);

    const { rows } = await api.db.owner.query('select status, client_id from contacts where email = $1', [gone]);
    expect(done.state).toBe('done');
    for (const row of rows) expect(row).toEqual({ status: 'complained', client_id: tenant.clients.x });
  });

  test('P6: cannot revive one by undoing a deletion', async () => {
    const own = fresh();
    const { body: contact } = await limited.request('POST', '/api/contacts', { email: own });
    const { body: deleted } = await limited.request('DELETE', `/api/contacts/${contact.id}`);
    await bounce(own, 'complained');

    await limited.request('POST', `/api/contacts/batches/${deleted.batchId}/undo`);

    const { body: back } = await limited.request('GET', `/api/contacts/${contact.id}`);
    expect(back).toMatchObject({ email: own, status: 'unsubscribed' });
  });

  test('P6: cannot revive one by lifting what the own client set beside it', async () => {
    const own = fresh();
    const { body: contact } = await limited.request('POST', '/api/contacts', { email: own });
    const { body: set } = await limited.request('POST', '/api/suppressions', { address: own });
    await bounce(own, 'erased');

    const lifted = await limited.request('DELETE', `/api/suppressions/${set.id}`);

    expect(lifted.status).toBe(204);
    expect((await limited.request('GET', `/api/contacts/${contact.id}`)).body.status).toBe('unsubscribed');
  });

  test('P6: cannot revive one even where a feature forgets to ask', async () => {
    const gone = fresh();
    await bounce(gone, 'complained');
    const db = api.database.tenant({ organizationId: tenant.organizationId, clientLimit: tenant.clients.x });

    const { status } = await db
      .insertInto('contacts')
      .values({ organization_id: tenant.organizationId, client_id: tenant.clients.x, email: gone, status: 'active' })
      .returning('status')
      .executeTakeFirstOrThrow();

    expect(status).toBe('complained');
  });

  test('P6: is not told the name of another client’s contact as the correction of a typing error', async () => {
    await api.db.owner.query(
      `insert into contacts (organization_id, client_id, email, first_name) values ($1, $2, $3, 'Ermintrude')`,
      [tenant.organizationId, tenant.clients.y, fresh()],
    );

    const { body: batch } = await limited.request('POST', '/api/contacts/batches', {
      action: 'status',
      status: 'lead',
      filter: { search: 'Ermintrode' },
    });
    const { rows } = await api.db.owner.query('select target from contact_batches where id = $1', [batch.id]);

    expect(JSON.stringify([batch, rows])).not.toMatch(/ermintrude/i);
  });
});
