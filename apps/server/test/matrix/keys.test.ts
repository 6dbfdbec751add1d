import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture } from './tenant-fixture.ts';
import { tenantTables } from './tenant-tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const read = async (statement: string): Promise<string[]> =>
  (await api.db.owner.query<{ name: string }>(statement)).rows.map(({ name }) => name);

describe('MT3 keys', () => {
  test('between tenant tables carry the organization', async () => {
    const loose = await read(
      `select f.conrelid::regclass || ' ' || f.conname as name from pg_constraint f
       join (${tenantTables}) source on source.oid = f.conrelid
       join (${tenantTables}) target on target.oid = f.confrelid
       where f.contype = 'f' and not exists (
         select from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname = 'organization_id')`,
    );

    expect(loose).toEqual([]);
  });

  test('that point at another table have an index that starts with them', async () => {
    const slow = await read(
      `select f.conrelid::regclass || ' ' || f.conname as name from pg_constraint f
       join pg_namespace n on n.oid = f.connamespace
       where f.contype = 'f' and n.nspname in ('public', 'directory') and not exists (
         select from pg_index i where i.indrelid = f.conrelid and i.indpred is null and i.indisvalid
           and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`,
    );

    expect(slow).toEqual([]);
  });

  test('that make rows unique do so within an organization', async () => {
    /** People sign in by address before any organization is known, and belong to one; the id is what sessions point at. */
    const worldwide = [
      'organizations organizations_pkey',
      // A domain belongs to one organization in the installation.
      'sending_domains sending_domains_verified',
      // So does a host name.
      'hosts hosts_verified',
      'directory.users users_pkey',
      'directory.users users_email',
      'members members_user_id_key',
      // A short code on paper names its organization to whoever scans it, and is never given twice.
      'link_targets link_targets_pkey',
      // So does the id of a form, in its public address.
      'form_snapshots form_snapshots_pkey',
      // So does the address of a file, to whoever was given it.
      'files files_token',
      // A report of Stripe names its customer, and by that the organization.
      'billing_accounts billing_accounts_stripe_customer_id_key',
    ];
    const found = await read(
      `select t.name || ' ' || i.indexrelid::regclass::name as name from (${tenantTables}) t
       join pg_index i on i.indrelid = t.oid and i.indisunique
       where not exists (
         select from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey::int2[]) and a.attname = 'organization_id')`,
    );

    expect(found.map((name) => name.replace(' directory.', ' ')).sort()).toEqual(worldwide.sort());
  });

  test('refuse a row that joins two organizations', async () => {
    const [own, other] = [await createTenantFixture(api), await createTenantFixture(api)];
    const joined: [string, string[]][] = [
      ['update members set client_id = $1 where user_id = $2', [other.clients.x, own.people.limited.id]],
      ['update invitations set client_id = $1 where id = $2', [other.clients.x, own.ids.invitation]],
      ['update invitations set invited_by = $1 where id = $2', [other.people.ADMIN.id, own.ids.invitation]],
      ['insert into members (organization_id, user_id) values ($1, $2)', [own.organizationId, other.people.USER.id]],
      ['update contacts set client_id = $1 where id = $2', [other.clients.x, own.ids.contact]],
      ['update tags set client_id = $1 where id = $2', [other.clients.x, own.ids.tag]],
      ['update contact_tags set tag_id = $1 where contact_id = $2', [other.ids.tag, own.ids.contact]],
      ['update contact_tags set contact_id = $1 where tag_id = $2', [other.ids.contact, own.ids.tag]],
      ['update qr_codes set client_id = $1 where id = $2', [other.clients.x, own.ids['qr-code']]],
      ['update qr_code_targets set qr_code_id = $1 where qr_code_id = $2', [other.ids['qr-code'], own.ids['qr-code']]],
      ['update campaigns set client_id = $1 where id = $2', [other.clients.x, own.ids.campaign]],
      ['update campaigns set sender_id = $1 where id = $2', [other.ids.sender, own.ids.campaign]],
      ['update campaigns set connection_id = $1 where id = $2', [other.ids.connection, own.ids.campaign]],
      ['update stored_files set client_id = $1 where id = $2', [other.clients.x, own.ids['qr-logo']]],
      [`insert into clients (organization_id, name) values ($1, 'Nowhere')`, [randomUUID()]],
    ];

    const reasons: string[] = [];
    for (const [statement, values] of joined)
      reasons.push(await api.db.owner.query(statement, values).then(() => 'written', String));

    for (const reason of reasons) expect(reason).toMatch(/foreign key|unique/);
  });
});
