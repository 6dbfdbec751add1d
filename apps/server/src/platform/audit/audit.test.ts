import { FileReply } from '@waggle/contracts/endpoint';
import { TOTP } from 'otpauth';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../../features.ts';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { continueDeletion } from '../../features/accounts/deletion/deletion.ts';
import { unguarded } from '../installation/installation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const rowsOf = async ({ user }: Person, action: string) =>
  (
    await api.db.owner.query(
      'select * from audit_log where organization_id = $1 and action = $2 order by happened_at, id',
      [user.organizationId, action],
    )
  ).rows;

const addTag = async (person: Person, name: string) =>
  (await person.request('POST', '/api/tags', { name })).body.id as string;

describe('P15: the audit log', () => {
  test('P15: every call that changes something, and every download, says what the log keeps of it', () => {
    const silent = endpoints.filter(
      ({ method, reply, audit }) => (method !== 'GET' || reply === (FileReply as z.ZodType)) && audit === undefined,
    );

    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('P15: says who did what to what, from where', async () => {
    const admin = await registerAdmin(api);
    const id = await addTag(admin, 'Regulars');

    await admin.request('PUT', `/api/tags/${id}`, { name: 'Guests', color: '#EF4444' }, { 'user-agent': 'Firefox' });

    const [row] = await rowsOf(admin, 'tags.update');
    expect(row).toMatchObject({
      actor_kind: 'user',
      actor_id: admin.user.id,
      actor_name: admin.user.name,
      actor_email: admin.user.email,
      entity_type: 'tag',
      entity_id: id,
      entity_label: 'Guests',
      outcome: 'succeeded',
      changes: [{ field: 'name', from: 'Regulars', to: 'Guests' }, { field: 'color' }],
      ip_address: '127.0.0.1',
      user_agent: 'Firefox',
    });
  });

  test('P15: keeps the name of what was deleted', async () => {
    const admin = await registerAdmin(api);
    const id = await addTag(admin, 'Gone');

    await admin.request('DELETE', `/api/tags/${id}`);

    expect(await rowsOf(admin, 'tags.delete')).toMatchObject([{ entity_id: id, entity_label: 'Gone', changes: [] }]);
  });

  test('P15: has no row of a call that failed or only read', async () => {
    const admin = await registerAdmin(api);
    await addTag(admin, 'Twice');

    const second = await admin.request('POST', '/api/tags', { name: 'Twice' });
    const preview = await admin.request('POST', '/api/campaigns/audience', { recipients: { type: 'all' } });

    expect([second.status, preview.status]).toEqual([400, 200]);
    expect(await rowsOf(admin, 'tags.create')).toHaveLength(1);
    expect(await rowsOf(admin, 'campaigns.audience')).toHaveLength(0);
  });

  test('P15: shares the transaction of the change: without the row there is no change', async () => {
    const admin = await registerAdmin(api);
    await api.db.owner.query(`create function refuse_row() returns trigger language plpgsql as
      'begin if new.entity_label = ''Unrecorded'' then raise exception ''no row''; end if; return new; end'`);
    await api.db.owner.query(
      'create trigger refuse before insert on audit_log for each row execute function refuse_row()',
    );

    const refused = await admin.request('POST', '/api/tags', { name: 'Unrecorded' });

    const { body } = await admin.request('GET', '/api/tags');
    expect(refused.status).toBe(500);
    expect(body.items).toEqual([]);
  });

  test('P15: keeps refusals for rights, and at most 60 an hour of one person', async () => {
    const limited = await startTestApi({ workers: true, env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
    const admin = await registerAdmin(limited);
    const viewer = await joinTeam(limited, admin, 'VIEWER');

    for (let tries = 0; tries < 65; tries += 1) await viewer.request('POST', '/api/tags', { name: 'No' });

    const { rows } = await limited.db.owner.query(
      `select actor_id, outcome, reason, count(*)::int from audit_log where action = 'tags.create' group by 1, 2, 3`,
    );
    expect(rows).toEqual([{ actor_id: viewer.user.id, outcome: 'refused', reason: 'forbidden', count: 60 }]);
    await limited.close();
  });

  test('P15: a refusal names what is there, and not what somebody typed', async () => {
    const admin = await registerAdmin(api);
    const viewer = await joinTeam(api, admin, 'VIEWER');
    const id = await addTag(admin, 'Real');

    await viewer.request('DELETE', `/api/tags/${id}`);
    await viewer.request('DELETE', `/api/tags/${crypto.randomUUID()}`);

    const rows = await rowsOf(admin, 'tags.delete');
    expect(rows.map(({ entity_id, entity_label }) => [entity_id, entity_label])).toEqual([
      [id, 'Real'],
      [null, null],
    ]);
  });

  test('P15: knows who exported contacts, and which columns', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'ada@people.example' });

    const file = await admin.request('GET', '/api/contacts/export?fields=email,tags&search=ada%40people.example');
    const empty = await admin.request('GET', '/api/contacts/export?fields=email&search=nobody');

    expect([file.status, empty.status]).toEqual([200, 409]);
    const rows = await rowsOf(admin, 'contacts.export');
    expect(rows).toMatchObject([{ entity_type: 'contact', changes: [{ field: 'email' }, { field: 'tags' }] }]);
    expect(JSON.stringify(rows)).not.toContain('ada@people.example');
  });

  test('P15: names a contact by id alone, so that nothing of an erased person stays', async () => {
    const admin = await registerAdmin(api);
    const { body } = await admin.request('POST', '/api/contacts', { email: 'erase@me.example', firstName: 'Erasmus' });
    await admin.request('PUT', `/api/contacts/${body.id}`, { lastName: 'Erasable' });
    await admin.request('POST', '/api/suppressions', { address: 'erase@me.example' });
    const before = await admin.request('GET', '/api/audit-log?group=contacts');

    await admin.request('POST', `/api/contacts/${body.id}/erase`, { email: 'erase@me.example' });

    const log = await admin.request('GET', '/api/audit-log?group=contacts');
    const { rows } = await api.db.owner.query(`select string_agg(a::text, ' ') as all from audit_log a`);
    expect(before.body.items.map(({ entity }: { entity: { label: string } }) => entity.label)).toContain(
      'Erasmus Erasable',
    );
    expect(log.body.items).toMatchObject([
      { action: 'contacts.erase', entity: { id: body.id, label: null } },
      {},
      {},
      {},
    ]);
    expect(rows[0].all).not.toMatch(/erase@me|erasmus|erasable/i);
  });

  test('P15: counts one row for an action on many', async () => {
    const admin = await registerAdmin(api);
    for (const name of ['one', 'two', 'three'])
      await admin.request('POST', '/api/contacts', { email: `${name}@many.example` });

    await admin.request('POST', '/api/contacts/batches', { action: 'delete', filter: {} });

    const rows = await rowsOf(admin, 'contact-batches.start');
    expect(rows).toMatchObject([{ entity_type: 'batch', affected: '3', changes: [{ field: 'action', to: 'delete' }] }]);
  });
});

describe('P15: a row of the audit log', () => {
  test('P15: cannot be changed, deleted or emptied by the application', async () => {
    const admin = await registerAdmin(api);
    const app = new Client({ connectionString: api.db.appUrl });
    await app.connect();
    await app.query(`select set_config('app.organization_id', $1, false)`, [admin.user.organizationId]);

    const db = api.database.tenant(admin.user);
    const statements = ['truncate audit_log', `update audit_log_default set action = 'x'`, 'drop table audit_log'];
    const reasons = [
      await db
        .updateTable('audit_log')
        .set({ action: 'x' })
        .execute()
        .then(() => 'done', String),
      await db
        .deleteFrom('audit_log')
        .execute()
        .then(() => 'done', String),
    ];
    for (const statement of statements) reasons.push(await app.query(statement).then(() => 'done', String));

    await app.end();
    for (const reason of reasons) expect(reason).toMatch(/permission denied|must be owner/);
    expect(await rowsOf(admin, 'auth.register')).toHaveLength(1);
  });

  test('P15: goes with its organization', async () => {
    const admin = await registerAdmin(api);
    const { body } = await admin.request('GET', '/api/organization');

    await admin.request('DELETE', '/api/organization', { name: body.name, password: goodPassword });
    const parts = { database: api.database, installation: unguarded };
    await continueDeletion(parts, admin.user.organizationId, AbortSignal.timeout(10_000), { settleSeconds: 0 });

    expect(await rowsOf(admin, 'auth.register')).toEqual([]);
  });

  test('P15: waits in the default partition when its month is missing, and moves there later', async () => {
    const { owner } = api.db;
    const admin = await registerAdmin(api);
    const { rows } = await owner.query(`select to_char(now() + interval '1 month', 'YYYYMM') as month`);
    await owner.query(`drop table audit_log_${rows[0].month}`);
    const insert = (when: string) =>
      owner.query(
        `insert into audit_log (organization_id, happened_at, actor_kind, action, entity_type, outcome)
         values ($1, now() + $2::interval, 'system', 'campaigns.start', 'campaign', 'succeeded')`,
        [admin.user.organizationId, when],
      );
    await insert('1 month');
    await insert('-20 months');

    await owner.query('select keep_partitions()');

    const kept = await owner.query(
      `select tableoid::regclass::text as part from audit_log where action = 'campaigns.start' and organization_id = $1`,
      [admin.user.organizationId],
    );
    const { rows: walls } = await owner.query(
      `select bool_and(relrowsecurity and relforcerowsecurity) as stand from pg_class where relname like 'audit_log%' and relkind in ('r', 'p')`,
    );
    expect(kept.rows).toEqual([{ part: `audit_log_${rows[0].month}` }]);
    expect(walls[0].stand).toBe(true);
  });
});

describe('P15: signing in', () => {
  test('P15: leaves a row when it works, when it fails and when it ends', async () => {
    const admin = await registerAdmin(api);
    const visitor = api.visitor();
    const { email } = admin.user;

    await visitor.request('POST', '/api/auth/login', { email, password: 'wrong password 1' });
    await visitor.request('POST', '/api/auth/login', { email: 'nobody@nowhere.example', password: 'wrong password 1' });
    await visitor.request('POST', '/api/auth/login', { email, password: goodPassword });
    await visitor.request('POST', '/api/auth/logout');

    expect(await rowsOf(admin, 'auth.login')).toMatchObject([
      {
        actor_kind: 'visitor',
        actor_id: null,
        entity_id: admin.user.id,
        outcome: 'failed',
        reason: 'wrong_credentials',
      },
      { actor_kind: 'user', actor_id: admin.user.id, outcome: 'succeeded', ip_address: '127.0.0.1' },
    ]);
    expect(await rowsOf(admin, 'auth.logout')).toMatchObject([{ actor_id: admin.user.id, outcome: 'succeeded' }]);
    const { rows } = await api.db.owner.query(`select 1 from audit_log a where a::text like '%nobody@nowhere%'`);
    expect(rows).toEqual([]);
  });

  test('P15: a wrong second-factor code of a known account leaves a row', async () => {
    const admin = await registerAdmin(api);
    const started = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: started.body.secret }).generate();
    await admin.request('POST', '/api/profile/two-factor/confirm', { code });
    const visitor = api.visitor();

    await visitor.request('POST', '/api/auth/login', { email: admin.user.email, password: goodPassword });
    const wrong = await visitor.request('POST', '/api/auth/two-factor', {
      code: code === '123456' ? '654321' : '123456',
    });

    expect(wrong.body.code).toBe('wrong_code');
    expect(await rowsOf(admin, 'auth.login')).toMatchObject([
      { actor_kind: 'visitor', outcome: 'failed', reason: 'two_factor_required' },
      { actor_kind: 'visitor', entity_id: admin.user.id, outcome: 'failed', reason: 'wrong_code' },
    ]);
  });

  test('P15: keeps at most ten failed tries an hour of one account', async () => {
    const limited = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
    const admin = await registerAdmin(limited);

    for (let tries = 0; tries < 15; tries += 1) {
      // Another address each time, so that the limits of guessing let the storm through.
      const from = { 'x-forwarded-for': `192.0.2.${tries}` };
      await limited
        .visitor()
        .request('POST', '/api/auth/login', { email: admin.user.email, password: 'guess 123' }, from);
    }

    const { rows } = await limited.db.owner.query(
      `select count(*)::int as rows from audit_log where action = 'auth.login' and outcome = 'failed'`,
    );
    expect(rows[0].rows).toBeLessThanOrEqual(10);
    expect(rows[0].rows).toBeGreaterThan(0);
    await limited.close();
  });

  test('P15: a new password by a mailed link is in the log', async () => {
    const admin = await registerAdmin(api);
    const { email } = admin.user;
    await api.visitor().request('POST', '/api/auth/forgot-password', { email });
    const mail = await api.mail.waitFor(email, ({ subject }) => subject.startsWith('Reset'));
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    const typed = { token, password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };

    const answer = await api.visitor().request('POST', '/api/auth/reset-password', typed);

    expect(answer.status).toBe(204);
    expect(await rowsOf(admin, 'auth.reset-password')).toMatchObject([
      { actor_id: admin.user.id, outcome: 'succeeded' },
    ]);
  });
});
