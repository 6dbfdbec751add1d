import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { ofTheOrganization, personalColumns, sharedWithClients } from './exceptions.ts';
import { createTenantFixture, nameOfY } from './tenant-fixture.ts';
import type { TenantFixture } from './tenant.ts';
import { say } from './say.ts';

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

/** Every table of ours that the application's login may read at least a column of, partitions through their parents. */
const readable = async () =>
  (
    await api.db.owner.query<{ name: string; columns: string[] }>(
      `select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('public', 'directory') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
         and has_column_privilege('waggle_app', c.oid, a.attnum, 'select')
       group by n.nspname, c.relname order by 1`,
    )
  ).rows;

describe('MT7 personal data', () => {
  test('P6: stands in no table that is on a list of exceptions', async () => {
    const excepted = [...Object.keys(sharedWithClients), ...Object.keys(ofTheOrganization)];
    const found: string[] = [];
    for (const table of excepted)
      for (const column of await personalColumns(api, table)) found.push(`${table}.${column}`);

    expect(found).toEqual([]);
  });

  test('P6: would be found if such a table were put on one', async () => {
    for (const table of ['suppressions', 'contacts', 'contact_words', 'directory.users', 'outbox_events', 'clients'])
      expect(await personalColumns(api, table)).not.toEqual([]);
  });

  test('P6: of another client is in no row of any table that a limited person reads', async () => {
    const db = api.database.tenant({ organizationId: tenant.organizationId, clientLimit: tenant.clients.x });
    await api.db.owner.query(
      `insert into outbox_events (organization_id, name, payload) values ($1, 'test.happened', $2)`,
      [tenant.organizationId, { clientId: tenant.clients.y, mark: tenant.mark }],
    );
    const theirs = [
      tenant.clients.y,
      nameOfY.toLowerCase(),
      `-y@${tenant.mark}`,
      `-y ${tenant.mark}`,
      tenant.people.other.email,
      tenant.people.ADMIN.email,
    ];
    const leaks: string[] = [];
    const tables = await readable();
    let rowsSeen = 0;
    for (const { name, columns } of tables) {
      const rows = await db
        .selectFrom(name as never)
        .select(columns as never[])
        .execute();
      rowsSeen += rows.length;
      const text = JSON.stringify(rows).toLowerCase();
      for (const word of theirs) if (text.includes(word)) leaks.push(`${name}: ${word}`);
    }

    say(`personal data: ${tables.length} tables, ${rowsSeen} rows in sight of a client, ${leaks.length} leaks`);
    expect(rowsSeen).toBeGreaterThan(20);
    expect(leaks).toEqual([]);
  });

  test('P6: is behind the client wall of the database: tables without it are the listed ones', async () => {
    const { rows } = await api.db.owner.query<{ name: string }>(
      `select distinct polrelid::regclass::text as name from pg_policy where polcmd in ('r', '*')
         and 'waggle_app'::regrole = any (polroles) and pg_get_expr(polqual, polrelid) !~ 'app\\.client_(limit|id)' order by 1`,
    );

    // The organization's own name and postal address stand in every email it sends, and its product's on every screen of its people; a
    // second policy shows its templates for all clients.
    const listed = [
      'organizations',
      'email_templates',
      'white_labels',
      ...Object.keys(sharedWithClients),
      ...Object.keys(ofTheOrganization),
    ];
    expect(rows.map(({ name }) => name)).toEqual(listed.toSorted());
  });
});
