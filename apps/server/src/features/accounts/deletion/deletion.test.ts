import { afterAll, beforeAll, expect, test } from 'vitest';
import { unguarded } from '#platform/installation/installation.ts';
import { drainRound, createRound } from '#platform/inbox/drain.ts';
import { anyKind } from '../../../../test/harness/inbox-harness.ts';
import { goodPassword } from '../../../../test/harness/people.ts';
import { rowsByTable } from '../../../../test/harness/rows-by-table.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { continueDeletion, continueLostDeletions, startDeletion } from './deletion.ts';
import { addContacts, fillEveryTable } from './test-rows.ts';

let api: TestApi;
let parts: Parameters<typeof startDeletion>[0];
beforeAll(async () => {
  api = await startTestApi();
  parts = { database: api.database, installation: unguarded };
});
afterAll(() => api.close());

const go = new AbortController().signal;
const atOnce = { settleSeconds: 0 };
const read = async (text: string, ...values: unknown[]) => (await api.db.owner.query(text, values)).rows;
const left = async (organizationId: string) =>
  [...(await rowsByTable(api.db.owner, organizationId))].filter(([, rows]) => rows > 0).map(([name]) => name);

test('S1: deleting an organization ends access, sending and links in the same moment', async () => {
  const [tenant, other] = [await createTenantFixture(api), await createTenantFixture(api)];
  for (const each of [tenant, other]) await fillEveryTable(api, each);
  const [admin, viewer, stranger] = [
    await enter(api, tenant, 'ADMIN'),
    await enter(api, tenant, 'VIEWER'),
    await enter(api, other, 'ADMIN'),
  ];
  const running = (organizationId: string) =>
    read(
      `select (select count(*) from campaigns where organization_id = $1 and status = 'ACTIVE')::int as campaigns,
         (select count(*) from link_targets where organization_id = $1 and is_active)::int as links,
         (select count(*) from invitations where organization_id = $1)::int as invitations`,
      organizationId,
    );
  // Narrowed to a client: all of the organization must stop all the same.
  await admin.request('PUT', '/api/auth/active-client', { clientId: tenant.clients.y });
  const others = await running(other.organizationId);

  const answer = await admin.request('DELETE', '/api/organization', { name: tenant.name, password: goodPassword });

  const { email } = tenant.people.USER;
  const signIn = await api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword });
  expect(answer.status).toBe(204);
  expect((await viewer.request('GET', '/api/contacts')).status).toBe(401);
  expect(signIn.status).toBe(401);
  expect(await running(tenant.organizationId)).toEqual([{ campaigns: 0, links: 0, invitations: 0 }]);
  expect(await running(other.organizationId)).toEqual(others);
  expect((await stranger.request('GET', '/api/contacts')).status).toBe(200);
});

/** A turn whose connection is ended in the middle of a batch. */
async function loseConnections(organizationId: string): Promise<void> {
  const ended = new AbortController();
  const turn = continueDeletion(parts, organizationId, go, atOnce)
    .then(
      () => 'done',
      () => 'lost',
    )
    .finally(() => ended.abort());
  while (!ended.signal.aborted)
    await read(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and query ~ 'with batch as' and pid <> pg_backend_pid()`,
    );
  expect(await turn).toBe('lost');
}

test('S1: every row goes in batches, after lost connections too, and other organizations keep theirs', async () => {
  const [tenant, other] = [await createTenantFixture(api), await createTenantFixture(api)];
  for (const each of [tenant, other]) await fillEveryTable(api, each);
  await addContacts(api, tenant.organizationId, 3_000);
  const [before, others] = [
    await rowsByTable(api.db.owner, tenant.organizationId),
    await rowsByTable(api.db.owner, other.organizationId),
  ];
  await startDeletion(parts, tenant.organizationId);

  for (let turns = 0; turns < 3; turns += 1) await loseConnections(tenant.organizationId);
  const between = await left(tenant.organizationId);
  await continueDeletion(parts, tenant.organizationId, go, atOnce);
  await continueDeletion(parts, tenant.organizationId, go, atOnce);

  // Each table had a row, or its name is missing from what fills them: a new table needs one.
  expect([...before].filter(([, rows]) => rows === 0)).toEqual([]);
  expect(between).toContain('organizations');
  expect(await left(tenant.organizationId)).toEqual([]);
  expect(await read(`select value from directory.verifications where value = $1`, tenant.people.ADMIN.id)).toEqual([]);
  expect(await rowsByTable(api.db.owner, other.organizationId)).toEqual(others);
}, 60_000);

test('S1: only a few rows go with the organization itself; all others go in batches', async () => {
  const alone = await read(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and not has_table_privilege('waggle_app', c.oid, 'delete')
       and not has_table_privilege('waggle_erase', c.oid, 'delete')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') order by 1`,
  );

  expect(alone.map(({ name }) => name)).toEqual([
    // One row for each organization.
    'automation_totals',
    'contact_counts',
    // People, deleted when the organization is marked.
    'directory.users',
    // One row for each organization.
    'form_counts',
    'suppression_keys',
  ]);
});

test('S1: append-only tables of a living organization stay out of reach of the role that empties them', async () => {
  const tenant = await createTenantFixture(api);
  await fillEveryTable(api, tenant);
  const db = api.database.erase(tenant.organizationId);

  const deleted = await db.deleteFrom('audit_log').where('organization_id', '=', tenant.organizationId).execute();
  const spared = await db.deleteFrom('suppressions').where('organization_id', '=', tenant.organizationId).execute();

  expect([deleted, spared]).toMatchObject([[{ numDeletedRows: 0n }], [{ numDeletedRows: 0n }]]);
});

test('S1: an organization nobody deleted is left alone, whatever a job says', async () => {
  const tenant = await createTenantFixture(api);
  const before = await rowsByTable(api.db.owner, tenant.organizationId);

  await continueDeletion(parts, tenant.organizationId, go, atOnce);

  expect(await rowsByTable(api.db.owner, tenant.organizationId)).toEqual(before);
});

test('S1: rows stay until everybody has noticed, and a deletion whose job was lost is found again', async () => {
  const tenant = await createTenantFixture(api);
  await startDeletion(parts, tenant.organizationId);
  const jobs = () =>
    read(
      `select start_after > now() as "isLater" from pgboss.job where name = 'accounts.delete-organization-rows'
       and data -> 'payload' ->> 'organizationId' = $1 and state = 'created'`,
      tenant.organizationId,
    );

  await read(`delete from pgboss.job`);
  await continueLostDeletions(parts);
  const found = await jobs();
  await read(`delete from pgboss.job`);
  await continueDeletion(parts, tenant.organizationId, go);

  expect(found).toEqual([{ isLater: false }]);
  expect(await jobs()).toEqual([{ isLater: true }]);
  expect(await left(tenant.organizationId)).toContain('contacts');
});

test('S1: what comes back from emails of a deleted organization leaves no row', async () => {
  const [tenant, other] = [await createTenantFixture(api), await createTenantFixture(api)];
  await startDeletion(parts, tenant.organizationId);
  for (const { organizationId } of [tenant, other])
    await read(
      `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
       select $1, now(), new_id(), kind, new_id(), now(), '{}' from unnest(array['open', 'unsubscribe']) kind`,
      organizationId,
    );
  const handled: string[] = [];
  const handlers = ['open', 'unsubscribe'].map((kind) => ({
    kind: anyKind(kind),
    act: async ({ organizationId }: { organizationId: string }) => void handled.push(organizationId),
  }));

  await drainRound(createRound({ database: api.database, log: api.app.log as never, handlers }));

  const kept = await read(
    'select distinct organization_id as id from inbox_events where organization_id in ($1, $2)',
    tenant.organizationId,
    other.organizationId,
  );
  expect(handled).toContain(other.organizationId);
  expect(handled).not.toContain(tenant.organizationId);
  expect(kept).toEqual([{ id: other.organizationId }]);
});
