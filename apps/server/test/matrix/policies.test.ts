import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture } from './tenant-fixture.ts';
import { say } from './say.ts';
import { tenantTables } from './tenant-tables.ts';
import { edgeAndSweepPolicies } from './edge-and-sweep-policies.ts';

let api: TestApi;
let app: Client;
const refused = () => ({ rows: [{ rows: 0 }] });
beforeAll(async () => {
  api = await startTestApi();
  app = new Client({ connectionString: api.db.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await api.close();
});

const read = async (statement: string): Promise<string[]> =>
  (await api.db.owner.query<{ name: string }>(statement)).rows.map(({ name }) => name);

const roles = `'waggle_app', 'waggle_auth', 'waggle_edge', 'waggle_erase', 'waggle_sweep'`;

/** Every privilege of a role on every column of ours, a line for each table. */
const grants = (role: string) =>
  read(
    `select c.oid::regclass || ' ' || lower(p.privilege) || coalesce(' ' || columns.list, '') as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'directory')
     cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p (privilege)
     left join lateral (
       select '(' || string_agg(a.attname, ', ' order by a.attnum) || ')' as list from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and p.privilege in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
         and not has_table_privilege('${role}', c.oid, p.privilege)
         and has_column_privilege('${role}', c.oid, a.attnum, p.privilege)
     ) columns on true
     where c.relkind in ('r', 'p', 'v', 'm')
       and (columns.list is not null or has_table_privilege('${role}', c.oid, p.privilege))
     order by 1`,
  );

describe('MT1 the wall of the database', () => {
  test('stands in front of every table with an organization, its owner included', async () => {
    const tables = await read(`select name from (${tenantTables}) t`);
    const open = await read(
      `select t.name from (${tenantTables}) t join pg_class c on c.oid = t.oid
       where not (c.relrowsecurity and c.relforcerowsecurity)`,
    );

    say(`walls: ${tables.length} tables with an organization`);
    expect(tables).toEqual(expect.arrayContaining(['clients', 'members', 'directory.users', 'outbox_events']));
    expect(open).toEqual([]);
  });

  test('checks what is read and what is written against the organization of the transaction', async () => {
    // A partition is reached through its parent; asked directly it has no policy, which shows nothing to anybody.
    const unguarded = await read(
      `select t.name from (${tenantTables}) t join pg_class c on c.oid = t.oid
       where not c.relispartition and not exists (
         select from pg_policy p where p.polrelid = t.oid and 'waggle_app'::regrole = any (p.polroles)
           and pg_get_expr(p.polqual, p.polrelid) ~ 'app\\.organization_id|current_organization'
           and (p.polcmd = 'r' or pg_get_expr(p.polwithcheck, p.polrelid) ~ 'app\\.organization_id|current_organization'))`,
    );
    const loose = await read(
      `select p.polrelid::regclass::text || ' ' || p.polname as name from pg_policy p
       where 'waggle_app'::regrole = any (p.polroles)
         and pg_get_expr(p.polqual, p.polrelid) !~ 'app\\.organization_id|current_organization'`,
    );

    expect(unguarded).toEqual([]);
    expect(loose).toEqual([]);
  });

  // The setting app.client_id is never wider than app.client_limit: a scope with a limit is narrowed to it.
  test('keeps people limited to a client to it, in every table that has clients', async () => {
    const unlimited = await read(
      `select t.name from (${tenantTables}) t join pg_class c on c.oid = t.oid
       where not c.relispartition
         and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'client_id')
         and not exists (select from pg_policy p where p.polrelid = t.oid
           and pg_get_expr(p.polqual, p.polrelid) ~ 'app\\.client_(limit|id)'
           and pg_get_expr(p.polwithcheck, p.polrelid) ~ 'app\\.client_(limit|id)')`,
    );

    expect(unlimited).toEqual([]);
  });

  test('is kept by a role that owns nothing and cannot step over it', async () => {
    const { rows } = await api.db.owner.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolcanlogin from pg_roles
       where rolname in (${roles}) order by rolname`,
    );
    const ours = `(select oid from pg_roles where rolname in (${roles}))`;
    const owned = await read(
      `select c.oid::regclass::text as name from pg_class c where c.relowner = any (${ours})
       union all select p.oid::regprocedure::text from pg_proc p where p.proowner = any (${ours})
       union all select n.nspname from pg_namespace n where n.nspowner = any (${ours})`,
    );
    const mayCreate = await read(
      `select r.rolname || ' ' || n.nspname as name from pg_namespace n, pg_roles r
       where n.nspname !~ '^pg_' and r.rolname in (${roles}) and has_schema_privilege(r.oid, n.oid, 'create')`,
    );

    const harmless = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(rows).toMatchObject([
      { rolname: 'waggle_app', rolinherit: false, ...harmless },
      { rolname: 'waggle_auth', ...harmless },
      { rolname: 'waggle_edge', rolcanlogin: false, ...harmless },
      { rolname: 'waggle_erase', rolcanlogin: false, ...harmless },
      { rolname: 'waggle_sweep', rolcanlogin: false, ...harmless },
    ]);
    expect(owned).toEqual([]);
    expect(mayCreate).toEqual([]);
  });

  test('shows nothing to a connection that names no organization', async () => {
    await createTenantFixture(api);
    const seen: string[] = [];
    for (const table of await read(`select name from (${tenantTables}) t`)) {
      for (const setting of [`reset app.organization_id`, `set app.organization_id = ''`]) {
        await app.query(setting);
        const counted = await app.query(`select count(*)::int as rows from ${table}`).catch(refused);
        if (counted.rows[0].rows !== 0) seen.push(`${table} after ${setting}: ${counted.rows[0].rows}`);
      }
    }

    expect(seen).toEqual([]);
  });

  test('hides the sign-in tables from everyday work', async () => {
    const tenant = await createTenantFixture(api);
    const opened: string[] = [];
    await app.query(`select set_config('app.organization_id', $1, false)`, [tenant.organizationId]);
    const tables = 'accounts sessions verifications two_factors email_changes passkeys passkey_challenges';
    for (const table of tables.split(' '))
      await app.query(`select 1 from directory.${table}`).then(() => opened.push(table), refused);
    const columns = await app.query(`select image from directory.users`).then(() => 'open', refused);
    const written = await app.query(`update directory.users set name = 'x'`).then(() => 'open', refused);

    expect(opened).toEqual([]);
    expect([columns, written]).not.toContain('open');
  });

  test('lets whoever answers strangers read where links lead and add to the inbox, and nothing else', async () => {
    const tenant = await createTenantFixture(api);
    const seen = await api.database.edge.selectFrom('link_targets').select('organization_id').distinct().execute();

    expect(await grants('waggle_edge')).toEqual([
      'brands select (organization_id, client_id, key, own_name, postal_address, display_name, accent, website, logo_name, updated_at, product_name, hides_product, tier)',
      'campaign_links select',
      'file_contents select (organization_id, id, sha256, bytes, content_type, place, content)',
      'files select (organization_id, client_id, content_id, token)',
      'form_snapshots select',
      'hosts select (organization_id, client_id, host, purposes, state, position, tier, verified_at)',
      'inbox_events insert',
      'link_keys select',
      'link_targets select',
      'organizations select (id, deleting_since)',
      'shops select (organization_id, id, client_id, kind, secret)',
      'smtp_connections select (organization_id, id, kind, events_secret)',
    ]);
    expect(seen.map(({ organization_id }) => organization_id)).toContain(tenant.organizationId);
    for (const table of ['qr_codes', 'contacts', 'visitor_salts', 'organizations', 'inbox_events'] as const)
      await expect(api.database.edge.selectFrom(table).selectAll().execute()).rejects.toThrow(/permission denied/);
    await expect(
      api.database.edge.updateTable('link_targets').set({ target_url: 'https://evil.example/' }).execute(),
    ).rejects.toThrow(/permission denied/);
  });

  test('lets whoever looks for waiting work see whose it is, never what it says', async () => {
    expect(await grants('waggle_sweep')).toEqual([
      'automation_places select (organization_id, automation_id, version, step, next_at)',
      'automation_webhooks select (organization_id, next_at)',
      'automations select (organization_id, id, status, hold_reason)',
      'billing_accounts select (organization_id, stripe_customer_id, next_look_at)',
      'campaign_cohorts select (organization_id, campaign_id, is_folded)',
      'campaign_mailbox_deltas select (organization_id, campaign_id)',
      'campaign_progress_deltas select (organization_id, campaign_id)',
      'campaign_sends select (organization_id, campaign_month, campaign_id, state, next_attempt_at, lease_until)',
      'campaigns select (organization_id, id, type, status, scheduled_at, hold_reason, campaign_month, sent_at, audience, cancelled_at, has_address_hashes, window_opens_at, window_closes_at, automation_id)',
      'contact_activity select (organization_id, type, written_in, written_no)',
      'engagement_events select (organization_id, kind, written_in, written_no)',
      'files select (organization_id, expires_at)',
      'form_emails select (organization_id, client_id, state, lease_until, next_attempt_at)',
      'hosts select (organization_id, id, next_check_at)',
      'inbox_events select (organization_id, received_on, id, kind, happened_at, drained_at)',
      'organizations select (id, deleting_since)',
      'report_links select (organization_id, expires_at)',
      'report_schedules select (organization_id, id, paused_at, next_run_at)',
      'rows_to_delete select (organization_id)',
      'segment_watches select (organization_id, segment_id)',
      'sending_domains select (organization_id, id, next_check_at)',
      'shops select (organization_id)',
      'smtp_connections select (organization_id, updated_at)',
    ]);
    await expect(api.database.sweep.selectFrom('inbox_events').select('payload').execute()).rejects.toThrow(
      /permission denied/,
    );
    await expect(api.database.sweep.deleteFrom('inbox_events').execute()).rejects.toThrow(/permission denied/);
  });

  test('lets whoever deletes an organization empty what is only added to, of that organization and of no living one', async () => {
    const tables =
      'audit_log campaign_acknowledgements campaign_contents campaign_exclusions campaign_links contact_batches contact_tallies link_targets outbox_deliveries outbox_events qr_code_targets suppressions tag_counts'.split(
        ' ',
      );
    const policies = await read(
      `select p.polrelid::regclass || ' ' || pg_get_expr(p.polqual, p.polrelid) as name from pg_policy p
       where 'waggle_erase'::regrole = any (p.polroles) order by 1`,
    );

    expect(await grants('waggle_erase')).toEqual(
      [
        ...tables.flatMap((name) => [`${name} delete`, `${name} select`]),
        'organizations select (id, deleting_since)',
      ].sort(),
    );
    expect(policies.filter((policy) => !policy.startsWith('organizations'))).toHaveLength(tables.length);
    for (const policy of policies)
      expect(policy).toMatch(/organization_id = \( SELECT organizations\.id|deleting_since IS NOT NULL/);
  });

  test('gives those two policies on the tables they need alone, and only to the login of the application', async () => {
    const policies = await read(
      `select p.polrelid::regclass || ' ' || p.polname || ' ' || p.polcmd::text || ' ' || p.polroles::regrole[]::text as name
       from pg_policy p where p.polroles && array['waggle_edge'::regrole::oid, 'waggle_sweep'::regrole::oid] order by 1`,
    );
    const members = await read(
      `select m.roleid::regrole || ' ' || m.member::regrole as name from pg_auth_members m
       where m.roleid in ('waggle_edge'::regrole, 'waggle_sweep'::regrole) and m.member <> current_user::regrole order by 1`,
    );
    const memberOf = await read(
      `select m.roleid::regrole::text as name from pg_auth_members m
       where m.member in ('waggle_edge'::regrole, 'waggle_sweep'::regrole)`,
    );

    expect(policies).toEqual(edgeAndSweepPolicies);
    expect(members).toEqual(['waggle_edge waggle_app', 'waggle_sweep waggle_app']);
    expect(memberOf).toEqual([]);
  });

  test('keeps the salts of visitors, which belong to no organization, to the work that needs them', async () => {
    const columns = await read(
      `select a.attname as name from pg_attribute a where a.attrelid = 'visitor_salts'::regclass and a.attnum > 0 order by 1`,
    );
    const holders = await read(
      `select r.rolname || ' ' || lower(p.privilege) as name
       from pg_roles r, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p (privilege)
       where r.rolname like 'waggle%' and has_table_privilege(r.oid, 'visitor_salts', p.privilege) order by 1`,
    );

    // A day and its salt: nothing that could belong to somebody.
    expect(columns).toEqual(['day', 'salt']);
    expect(holders).toEqual(['waggle_app delete', 'waggle_app insert', 'waggle_app select']);
  });

  test('keeps the keys of links, which belong to no organization, to those who make and read links', async () => {
    const columns = await read(
      `select a.attname as name from pg_attribute a where a.attrelid = 'link_keys'::regclass and a.attnum > 0 order by 1`,
    );
    const holders = await read(
      `select r.rolname || ' ' || lower(p.privilege) as name
       from pg_roles r, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p (privilege)
       where r.rolname like 'waggle%' and has_table_privilege(r.oid, 'link_keys', p.privilege) order by 1`,
    );

    // The secret is encrypted under a key of the configuration. Nobody changes or deletes one: old links must open.
    expect(columns).toEqual(['created_at', 'hash_from', 'id', 'secret']);
    expect(holders).toEqual(['waggle_app insert', 'waggle_app select', 'waggle_edge select']);
  });

  test('refuses to write a row for somebody else', async () => {
    const [own, other] = [await createTenantFixture(api), await createTenantFixture(api)];
    const db = api.database.tenant({ organizationId: own.organizationId });

    const planted = { organization_id: other.organizationId };

    const outcomes = await Promise.allSettled([
      db
        .insertInto('clients')
        .values({ ...planted, name: 'Planted' })
        .execute(),
      db.updateTable('clients').set(planted).execute(),
      db.updateTable('members').set(planted).execute(),
      db
        .insertInto('outbox_events')
        .values({ ...planted, name: 'test.happened', payload: '{}' })
        .execute(),
    ]);

    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('row-level') } });
  });
});

describe('MT2 functions that run as somebody else', () => {
  /**
   * Two keep partitions, all or of one table, and touch no tenant row. The others serve the transaction's own organization: one answers ids,
   * one places in the list of a form's submissions, one a word that a contact in sight has, one reasons for hashes that the caller knows.
   */
  const allowed = [
    'keep_partitions()',
    'keep_partitions_of(text)',
    'contact_matches(tsquery,integer)',
    'form_submission_matches(uuid,text,integer)',
    'forms_within_plan(integer)',
    'automations_within_plan(integer)',
    'similar_word(text,integer)',
    'organization_suppressions(text,bytea[])',
    'reader_of_send(uuid,uuid)',
    'topics_of_send(uuid,uuid,bytea,bytea)',
    'email_of_send(uuid,uuid,uuid)',
    'public_email(uuid,uuid)',
    'report_of_link(bytea)',
  ];

  test('are the listed ones, and nobody else may call them', async () => {
    const definers = await read(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    const forAnybody = await read(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.prosecdef and has_function_privilege('public', p.oid, 'execute')`,
    );

    expect(definers.sort()).toEqual(allowed.sort());
    expect(forAnybody).toEqual([]);
  });

  test('search as a role that can do nothing else', async () => {
    const { rows } = await api.db.owner.query(
      `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'waggle_search'`,
    );
    const readable = await read(
      `select c.oid::regclass || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
         and has_column_privilege('waggle_search', c.oid, a.attnum, 'select')`,
    );
    const members = await read(
      `select m.member::regrole::text as name from pg_auth_members m where m.roleid = 'waggle_search'::regrole and m.member <> current_user::regrole`,
    );

    expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
    const suppression = [
      'address_hash',
      'channel',
      'client_id',
      'happened_at',
      'lifted_at',
      'organization_id',
      'reason',
    ];
    expect(readable.sort()).toEqual([
      ...['created_at', 'id', 'organization_id', 'status'].map((column) => `automations.${column}`),
      ...['organization_id', 'word'].map((column) => `contact_words.${column}`),
      ...['client_id', 'id', 'organization_id', 'search_words'].map((column) => `contacts.${column}`),
      ...['client_id', 'form_id', 'id', 'organization_id', 'search_words', 'submitted_at'].map(
        (column) => `form_submissions.${column}`,
      ),
      ...['created_at', 'id', 'is_active', 'organization_id', 'published_version'].map((column) => `forms.${column}`),
      ...suppression.map((column) => `suppressions.${column}`),
    ]);
    expect(members).toEqual([]);
  });

  test('tell the edge about the reader of an email as a role that can do nothing else', async () => {
    const { rows } = await api.db.owner.query(
      `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'waggle_reader'`,
    );
    const members = await read(
      `select m.member::regrole::text as name from pg_auth_members m where m.roleid = 'waggle_reader'::regrole and m.member <> current_user::regrole`,
    );

    expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
    expect(await grants('waggle_reader')).toEqual([
      'campaign_contents select (organization_id, campaign_id, variant, frozen)',
      'campaign_links select (organization_id, campaign_id, link_no, url, is_trap)',
      'campaign_send_values select (organization_id, campaign_month, send_id, said)',
      'campaign_sends select (organization_id, campaign_month, campaign_id, contact_id, id, client_id, address_hash)',
      'campaigns select (organization_id, id, client_id, status, cancelled_at, deleted_at, contact_id, public_page)',
      'clients select (organization_id, id)',
      'contacts select (organization_id, id, email, mail_paused_until)',
      'inbox_events select (organization_id, received_on, kind, happened_at, payload, drained_at)',
      'organizations select (id, deleting_since)',
      'report_links select (organization_id, token_hash, report, expires_at, revoked_at)',
      'suppression_keys select',
      'topic_choices select (organization_id, topic_id, address_hash, opted_out, chosen_at)',
      'topics select (organization_id, id, client_id, name, description, position, archived_at)',
    ]);
    expect(members).toEqual([]);
    for (const call of [
      'reader_of_send(new_id(), new_id())',
      "topics_of_send(new_id(), new_id(), sha256('x'), 'x')",
      'email_of_send(new_id(), new_id(), new_id())',
      'public_email(new_id(), new_id())',
      "report_of_link(sha256('x'))",
    ])
      await expect(app.query(`select ${call}`)).rejects.toThrow(/permission denied/);
  });

  test('find nothing of another organization or client, nor for a connection that names none', async () => {
    const tenant = await createTenantFixture(api);
    const found = async (organization: string, client: string) => {
      await app.query(`select set_config('app.organization_id', $1, false), set_config('app.client_id', $2, false)`, [
        organization,
        client,
      ]);
      return (await app.query(`select contact_matches($1::tsquery, 1000) as id`, [`'${tenant.mark}':*`])).rows.map(
        ({ id }) => id,
      );
    };
    const stranger = await found((await createTenantFixture(api)).organizationId, '');

    const nobody = await found('', '');
    const all = await found(tenant.organizationId, '');
    const narrowed = await found(tenant.organizationId, tenant.clients.x);

    expect([nobody, stranger]).toEqual([[], []]);
    expect(all).toEqual(expect.arrayContaining([tenant.ids.contact, tenant.otherClientIds.contact]));
    expect(narrowed).toContain(tenant.ids.contact);
    expect(narrowed).not.toContain(tenant.otherClientIds.contact);
    await app.query('reset app.client_id');
  });

  test('are not hidden in views either', async () => {
    const views = await read(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('v', 'm') and n.nspname in ('public', 'directory')
         and not coalesce(c.reloptions @> '{security_invoker=true}', false)`,
    );

    expect(views).toEqual([]);
  });
});
