import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { sharedWithClients } from './exceptions.ts';
import { createTenantFixture, enter, enterByLink, nameOfY } from './tenant-fixture.ts';
import { sameSight, type TenantFixture } from './tenant.ts';
import { call, sampleOf } from './samples.ts';
import { say } from './say.ts';

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

/** Everybody limited to a client, in the roles that can be. */
const limits = [
  { role: 'USER', memberKind: 'limited', sees: 'x', never: 'y' },
  { role: 'VIEWER', memberKind: 'limited', sees: 'x', never: 'y' },
  { role: 'USER', memberKind: 'other', sees: 'y', never: 'x' },
  { role: 'VIEWER', memberKind: 'other', sees: 'y', never: 'x' },
] as const;

/** Calls that only read, among them questions too long for an address. */
const asking = endpoints.filter(({ method, needs }) => method === 'GET' || needs.endsWith(':read'));

const setRole = (memberKind: 'limited' | 'other', role: string) =>
  api.db.owner.query('update members set role = $1 where user_id = $2', [role, tenant.people[memberKind].id]);

const addressesOf = async (clientId: string) =>
  new Set(
    (
      await api.db.owner.query<{ email: string }>('select email from contacts where client_id = $1', [clientId])
    ).rows.map(({ email }) => email),
  );

describe('MT7 a person limited to one client', () => {
  test.each(limits)(
    'as $role of $sees reads nothing of $never in any call',
    async ({ role, memberKind, sees, never }) => {
      await setRole(memberKind, role);
      const guest = await enter(api, tenant, memberKind);
      const texts: string[] = [];
      for (const endpoint of asking) {
        const answer = await call(guest, endpoint, await sampleOf(endpoint, { api, tenant, guest }));
        texts.push(JSON.stringify(answer.body));
      }

      const seen = texts.join('\n');

      expect(seen).toContain(tenant.clients[sees]);
      expect(seen).not.toContain(tenant.clients[never]);
      expect(seen).not.toContain(`${never}@${tenant.mark}`);
      if (never === 'y') expect(seen).not.toContain(nameOfY);
      // Colleagues of another client, and those of all clients, are none of their business either.
      expect(seen).not.toContain(tenant.people[memberKind === 'limited' ? 'other' : 'limited'].email);
      expect(seen).not.toContain(tenant.people.ADMIN.email);
    },
  );

  test.each([
    { kind: 'GUEST', sees: 'x', never: 'y' },
    { kind: 'GUEST of Y', sees: 'y', never: 'x' },
  ] as const)('as guest of $sees reads nothing of $never in any call', async ({ kind, sees, never }) => {
    const [guest, member] = [await enterByLink(api, tenant, kind), await enter(api, tenant, sameSight[kind])];
    const texts: string[] = [];
    const answered: string[] = [];
    for (const endpoint of asking) {
      const answer = await call(guest, endpoint, await sampleOf(endpoint, { api, tenant, guest: member }));
      texts.push(JSON.stringify(answer.body));
      if (answer.status === 200 && endpoint.needs !== 'public') answered.push(endpoint.name);
    }

    const seen = texts.join('\n');

    expect(answered.length).toBeGreaterThan(12);
    expect(seen).toContain(tenant.clients[sees]);
    expect(seen).not.toContain(tenant.clients[never]);
    expect(seen).not.toContain(`${never}@${tenant.mark}`);
    for (const { email } of Object.values(tenant.people)) expect(seen).not.toContain(email);
  });

  test.each(limits)(
    'as $role of $sees cannot look at $never or at all clients',
    async ({ role, memberKind, sees, never }) => {
      await setRole(memberKind, role);
      const guest = await enter(api, tenant, memberKind);

      const foreign = await guest.request('POST', '/api/auth/set-active-client', { clientId: tenant.clients[never] });
      const all = await guest.request('POST', '/api/auth/set-active-client', { clientId: null });
      const own = await guest.request('POST', '/api/auth/set-active-client', { clientId: tenant.clients[sees] });

      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(all.body).toMatchObject({ activeClientId: tenant.clients[sees] });
      expect(own.body).toMatchObject({ activeClientId: tenant.clients[sees] });
    },
  );

  test('stays limited even when the session row names another client', async () => {
    const guest = await enter(api, tenant, 'limited');
    await api.db.owner.query('update directory.sessions set active_client_id = $1 where id = $2', [
      tenant.clients.y,
      guest.sessionId,
    ]);

    const me = await guest.request('GET', '/api/auth/me');
    const listed = await guest.request('GET', '/api/clients');

    expect(me.body).toMatchObject({ activeClientId: tenant.clients.x, clientId: tenant.clients.x });
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual([tenant.clients.x]);
  });

  test('meets the wall in every table that knows clients', async () => {
    const { rows: tables } = await api.db.owner.query<{ name: string; by: string }>(
      `select c.relname as name, a.attname as by from pg_class c
       join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and (a.attname = 'client_id' or (c.relname = 'clients' and a.attname = 'id'))`,
    );
    const scope = { organizationId: tenant.organizationId, clientLimit: tenant.clients.x };
    const seen: Record<string, string[]> = {};
    // Of what binds the whole organization, those rows that are about a contact of the own client.
    const addresses = await addressesOf(tenant.clients.x);
    for (const { name, by } of tables) {
      const rows = await api.database
        .tenant(scope)
        .selectFrom(name as never)
        .selectAll()
        .execute();
      const others = (rows as Record<string, unknown>[]).filter((row) => !addresses.has(String(row['address'])));
      seen[name] = [...new Set(others.map((row) => String(row[by])))];
    }

    say(`client scope: ${tables.length} tables, ${endpoints.length} calls`);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['clients', 'members', 'invitations']));
    for (const [name, clients] of Object.entries(seen))
      expect(clients.filter((id) => id !== tenant.clients.x && !(id === 'null' && name in sharedWithClients))).toEqual(
        [],
      );
  });

  test('cannot be an ADMIN', async () => {
    const admin = await enter(api, tenant, 'ADMIN');

    const answer = await admin.request('PUT', `/api/team/members/${tenant.people.limited.id}`, {
      role: 'ADMIN',
      clientIds: [tenant.clients.x],
    });
    const write = api.db.owner.query(`update members set role = 'ADMIN' where user_id = $1`, [
      tenant.people.limited.id,
    ]);

    expect(answer).toMatchObject({ status: 400, body: { code: 'admin_without_client' } });
    await expect(write).rejects.toThrow(/check constraint/);
  });
});
