import type { Notification } from '@waggle/contracts/notifications';
import { waggle } from '@waggle/email/mail-product';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { ask, draft, type ReadyAdmin, readyAdmin } from '../sending/ready-admin.ts';
import { importer } from '#features/contacts/import/test-harness.ts';
import { notificationMail } from '#features/notifications/mails.ts';

let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ workers: true, env: { DNS_SERVERS: dns.address, SPF_INCLUDE: 'spf.waggle.example' } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.zones.clear());

const soon = { timeout: 60_000, interval: 50 };
const listOf = (person: Pick<Person, 'request'>): Promise<{ items: Notification[]; unread: number }> =>
  ask(person, 'GET', '/api/notifications');
const told = (person: Pick<Person, 'request'>, kind: string, times = 1) =>
  vi.waitFor(async () => {
    const found = (await listOf(person)).items.filter((item) => item.kind === kind);
    expect(found).toHaveLength(times);
    return found;
  }, soon);
const choose = (person: Person, kind: string, channel: 'app' | 'email', on: boolean) =>
  person.request('PUT', '/api/notifications/choices', { kind, channel, on });
const mailsTo = (person: Person, subject: string) =>
  api.mail.mails.filter((mail) => mail.to === person.user.email && mail.subject === subject);
/** Once no job and no event of the organization waits, nothing more will come. */
const settled = ({ user }: Person) =>
  vi.waitFor(async () => {
    const { rows } = await api.db.owner.query(
      `select name from pgboss.job_common where data->>'organizationId' = $1 and state in ('created', 'retry', 'active')`,
      [user.organizationId],
    );
    expect(rows).toEqual([]);
  }, soon);

describe('who imports', () => {
  test('is told when it ends, with its figures, in the app and by email, and nobody else is', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    const colleague = await joinTeam(api, admin, 'USER');

    const { id } = await importer(colleague).imported('email\nann@example.com\nno address\nann@example.com\n');
    const [notification] = await told(colleague, 'import-finished');
    await settled(admin);

    expect(notification).toMatchObject({
      recordId: id,
      name: 'people.csv',
      facts: { state: 'done', imported: 1, duplicates: 1, errors: 1 },
      readAt: null,
    });
    expect((await listOf(admin)).items).toEqual([]);
    expect(mailsTo(colleague, 'Your import is complete')).toHaveLength(1);
    expect(mailsTo(colleague, 'Your import is complete')[0]!.text).toContain('/dashboard/settings/notifications');
    expect(mailsTo(admin, 'Your import is complete')).toEqual([]);
  });

  test('is told where they chose to be', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    await choose(admin, 'import-finished', 'email', false);
    await importer(admin).imported('email\nann@example.com\n');
    await told(admin, 'import-finished');
    await choose(admin, 'import-finished', 'app', false);
    await choose(admin, 'import-finished', 'email', true);
    await importer(admin).imported('email\nbob@example.com\n');
    await settled(admin);

    expect((await listOf(admin)).items).toHaveLength(1);
    expect(mailsTo(admin, 'Your import is complete')).toHaveLength(1);
    expect(await ask(admin, 'GET', '/api/notifications/choices')).toMatchObject({
      email: admin.user.email,
      choices: { 'import-finished': { app: false, email: true }, domain: { app: true, email: true } },
    });
  });

  test('is emailed once, however often the event and the job come', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    await importer(admin).imported('email\nann@example.com\n');
    await told(admin, 'import-finished');
    await settled(admin);
    const { organizationId } = admin.user;

    await api.db.owner.query(
      `update pgboss.job_common set state = 'created', started_on = null, completed_on = null where data->>'organizationId' = $1
       and name in ('notifications.send', 'platform.relay-events')`,
      [organizationId],
    );
    await settled(admin);

    expect((await listOf(admin)).items).toHaveLength(1);
    expect(mailsTo(admin, 'Your import is complete')).toHaveLength(1);
  });

  test('no longer sees it without the right, nor without the record', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    const colleague = await joinTeam(api, admin, 'USER');
    const { id } = await importer(colleague).imported('email\nann@example.com\n');
    await told(colleague, 'import-finished');

    await ask(admin, 'PUT', `/api/team/members/${colleague.user.id}`, { role: 'VIEWER' });
    const asViewer = await listOf(colleague);
    await ask(admin, 'PUT', `/api/team/members/${colleague.user.id}`, { role: 'USER' });
    const asUser = await listOf(colleague);
    await api.db.owner.query('delete from imports where id = $1', [id]);

    expect([asViewer.items.length, asViewer.unread]).toEqual([0, 0]);
    expect([asUser.items.length, asUser.unread]).toEqual([1, 1]);
    expect(await listOf(colleague)).toEqual({ items: [], unread: 0 });
  });
});

test('an email that waits is not sent to who lost the right meanwhile', async () => {
  const admin = await registerAdmin(api, 'BUSINESS');
  const colleague = await joinTeam(api, admin, 'USER');
  await importer(colleague).imported('email\nann@example.com\n');
  await told(colleague, 'import-finished');
  await settled(admin);
  const sent = mailsTo(colleague, 'Your import is complete').length;

  await ask(admin, 'PUT', `/api/team/members/${colleague.user.id}`, { role: 'VIEWER' });
  await api.db.owner.query('update notifications set emailed_at = null where user_id = $1', [colleague.user.id]);
  await api.db.owner.query(
    `update pgboss.job_common set state = 'created', started_on = null, completed_on = null where data->>'organizationId' = $1
     and name = 'notifications.send'`,
    [admin.user.organizationId],
  );
  await settled(admin);

  expect(sent).toBe(1);
  expect(mailsTo(colleague, 'Your import is complete')).toHaveLength(1);
});

describe('the list', () => {
  test('is read one by one or at once, by its person alone', async () => {
    const [admin, stranger] = [await registerAdmin(api, 'BUSINESS'), await registerAdmin(api, 'BUSINESS')];
    const colleague = await joinTeam(api, admin, 'ADMIN');
    for (const name of ['ann', 'bob', 'cat']) await importer(admin).imported(`email\n${name}@example.com\n`);
    const [newest] = await told(admin, 'import-finished', 3);
    const read = (person: Person, body: object) => person.request('POST', '/api/notifications/read', body);

    const byOthers = [
      await read(stranger, { notificationId: newest!.id }),
      await read(colleague, { notificationId: newest!.id }),
    ];
    await read(colleague, {});
    const before = await listOf(admin);
    await read(admin, { notificationId: newest!.id });
    const one = await listOf(admin);
    await read(admin, {});

    expect(byOthers.map(({ status }) => status)).toEqual([404, 404]);
    expect([before.unread, one.unread, (await listOf(admin)).unread]).toEqual([3, 2, 0]);
  });

  test('shows a limited person nothing of another client, and others every client whichever they look at', async () => {
    const admin = await registerAdmin(api, 'AGENCY');
    const newClient = async (name: string) => (await ask(admin, 'POST', '/api/clients', { name })).id as string;
    const [own, other] = [await newClient('Maple'), await newClient('Rye')];
    const limited = await joinTeam(api, admin, 'USER', own);
    await importer(limited).imported('email\nann@example.com\n');
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: other });
    await importer(admin).imported('email\nbob@example.com\n');
    await told(admin, 'import-finished');
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: own });

    const [theirs] = await told(limited, 'import-finished');
    const [ours] = await told(admin, 'import-finished');
    await api.db.owner.query('update members set client_id = $1 where user_id = $2', [other, limited.user.id]);

    expect([theirs!.clientName, ours!.clientName]).toEqual(['Maple', 'Rye']);
    await vi.waitFor(async () => expect((await listOf(limited)).items).toEqual([]), soon);
  });

  test('keeps the newest hundred', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    await api.db.owner.query(
      `insert into notifications (organization_id, user_id, kind, cause, in_app, by_email, created_at)
       select organization_id, user_id, 'new-sign-in', 'old ' || n, true, false, now() - make_interval(mins => n)
       from members, generate_series(1, 150) n where user_id = $1`,
      [admin.user.id],
    );

    await importer(admin).imported('email\nann@example.com\n');
    await told(admin, 'import-finished');

    const { rows } = await api.db.owner.query('select from notifications where user_id = $1', [admin.user.id]);
    expect(rows).toHaveLength(100);
  });
});

test('a sign-in from a new device is told, and cannot be turned off', async () => {
  const admin = await registerAdmin(api, 'BUSINESS');

  const refused = await choose(admin, 'new-sign-in', 'email', false);
  await api.visitor().request('POST', '/api/auth/login', { email: admin.user.email, password: goodPassword });

  const [notification] = await told(admin, 'new-sign-in');
  expect(refused.status).toBe(400);
  expect(notification).toMatchObject({ recordId: null, facts: { address: '127.0.0.1' } });
});

test('a domain that is verified and then breaks is told to who added it, and by email only if they want', async () => {
  const admin = await registerAdmin(api, 'BUSINESS');
  await choose(admin, 'domain', 'email', false);
  const domain = await ask(admin, 'POST', '/api/sending/domains', { domain: 'told.example' });
  for (const { name, value } of domain.records) dns.zones.set(name, { txt: [value] });
  await ask(admin, 'POST', `/api/sending/domains/${domain.id}/check`);
  dns.zones.clear();
  await ask(admin, 'POST', `/api/sending/domains/${domain.id}/check`);

  const found = await told(admin, 'domain', 2);
  await settled(admin);
  await ask(admin, 'DELETE', `/api/sending/domains/${domain.id}`);

  expect(found.map(({ name, facts }) => [name, facts.news])).toEqual([
    ['told.example', 'failing'],
    ['told.example', 'verified'],
  ]);
  expect(mailsTo(admin, 'Your sending domain is verified')).toEqual([]);
  expect((await listOf(admin)).items).toEqual([]);
});

test('ADMINs are told once when the plan reaches 75, 90 and 100 percent', async () => {
  const admin = await registerAdmin(api, 'BUSINESS');
  const colleague = await joinTeam(api, admin, 'USER');
  await api.db.owner.query(`update organizations set subscription_tier = 'lite' where id = $1`, [
    admin.user.organizationId,
  ]);
  const many = (from: number, to: number) =>
    `email\n${Array.from({ length: to - from }, (_, at) => `p${from + at}@example.com`).join('\n')}\n`;
  await importer(colleague).imported(many(0, 74));
  await settled(admin);
  const below = (await listOf(admin)).items.length;

  const last = await ask(colleague, 'POST', '/api/contacts', { email: 'p74@example.com' });
  await told(admin, 'plan-nearly-full');
  await ask(colleague, 'DELETE', `/api/contacts/${last.id}`);
  await ask(colleague, 'POST', '/api/contacts', { email: 'p74@example.com' });
  await importer(colleague).imported(many(75, 90));
  await told(admin, 'plan-nearly-full', 2);
  await importer(colleague).imported(many(90, 100));
  const found = await told(admin, 'plan-nearly-full', 3);
  await settled(admin);

  expect(below).toBe(0);
  expect(found.map(({ facts }) => [facts.percent, facts.limit])).toEqual([
    [100, 100],
    [90, 100],
    [75, 100],
  ]);
  expect((await listOf(colleague)).items.filter(({ kind }) => kind === 'plan-nearly-full')).toEqual([]);
});

describe('a campaign whose emails fail', () => {
  /** On its way since just now, with that many answers, as if workers had written them. */
  async function answered(admin: ReadyAdmin, failed: number, accepted: number): Promise<string> {
    const { id } = await draft(admin);
    const { owner } = api.db;
    await owner.query(
      `update campaigns set status = 'COMPLETED', sent_at = now(), completed_at = now(), campaign_month = date_trunc('month', now())::date,
         audience = $2, counts_kept = true where id = $1`,
      [id, failed + accepted],
    );
    await owner.query(
      `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
       select $1, date_trunc('month', now())::date, $2, new_id(), case when n <= $3::int then 'failed' else 'accepted' end, 'x.example'
       from generate_series(1, $3::int + $4::int) n`,
      [admin.user.organizationId, id, failed, accepted],
    );
    return id;
  }

  test('is told of once, with what to do, in the app and by email', async () => {
    const admin = await readyAdmin(api);
    const id = await answered(admin, 30, 70);

    const [notification] = await told(admin, 'campaign-failing');
    await api.db.owner.query(`update campaign_sends set state = 'failed' where campaign_id = $1`, [id]);
    await settled(admin);

    expect(notification).toMatchObject({ recordId: id, name: 'Spring', facts: { failed: 30, answered: 100 } });
    const [mail, second] = mailsTo(admin, 'Many emails of a campaign are failing');
    expect(second).toBeUndefined();
    expect(mail!.text).toContain('30 of 100 emails failed');
    expect(mail!.text).toContain(`/dashboard/campaigns/${id}`);
    expect((await listOf(admin)).items.filter(({ kind }) => kind === 'campaign-failing')).toHaveLength(1);
  });

  test('is not told of for a few bad addresses, nor by email to whoever turned that off', async () => {
    const admin = await readyAdmin(api);
    await choose(admin, 'campaign-failing', 'email', false);
    await answered(admin, 19, 0);
    await answered(admin, 20, 981);
    const id = await answered(admin, 20, 380);

    const [notification] = await told(admin, 'campaign-failing');
    await settled(admin);

    expect(notification!.recordId).toBe(id);
    expect(mailsTo(admin, 'Many emails of a campaign are failing')).toEqual([]);
  });
});

test('every email has words in every language, and no name in its subject', () => {
  const evil = 'Eve <b>evil.example</b>';
  for (const locale of ['en', 'es', 'fr'] as const)
    for (const kind of [
      'import-finished',
      'campaign-held',
      'campaign-failing',
      'campaign-finished',
      'form-emails-held',
      'automation-note',
      'plan-nearly-full',
    ] as const)
      for (const facts of [
        { state: 'done', percent: 75, limit: 100, note: evil },
        { state: 'failed', percent: 100, limit: 100 },
      ]) {
        const notification = {
          id: '',
          kind,
          recordId: 'id',
          name: evil,
          clientId: null,
          clientName: null,
          facts,
          createdAt: '',
          readAt: null,
        };
        const mail = notificationMail(locale, notification, {
          name: evil,
          publicUrl: 'https://waggle.test',
          product: waggle,
        });
        expect(mail.subject).not.toContain('Eve');
        expect(mail.html).not.toContain('<b>');
        expect(mail.text + mail.html).not.toMatch(/undefined|null/);
        expect(mail.text).toContain('https://waggle.test/dashboard/settings/notifications');
      }
});
