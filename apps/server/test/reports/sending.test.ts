import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportSchedule } from '@waggle/contracts/reports';
import { addClient, addContacts } from '#features/analytics/test-harness.ts';
import { addDays } from '#features/engagement/index.ts';
import { reports as reportsFeature } from '#features/reports/feature.ts';
import { moveSchedules, runSchedule } from '#features/reports/schedules/run-schedule.ts';
import { sendEmail } from '#features/reports/send/send-email.ts';
import { assemble } from '../../src/features.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Context } from '../../src/platform/context.ts';
import { type MailedTenant, startMailedTenant } from '../compliance/mailed-tenant.ts';
import { joinTeam } from '../harness/people.ts';
import { ask } from '../sending/ready-admin.ts';

vi.setConfig({ testTimeout: 60_000 });

let tenant: MailedTenant;
let made: ReturnType<typeof assemble>;
const today = new Date().toISOString().slice(0, 10);
const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));

beforeAll(async () => {
  tenant = await startMailedTenant();
  const { config, database } = tenant.api;
  made = assemble({ config, database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
  await tenant.rows(`update organizations set subscription_tier = 'system', timezone = 'UTC'`);
  await addContacts(tenant.api, tenant.admin, { at: `${addDays(monday, -3)}T09:00:00Z`, people: 4 });
});
afterAll(async () => {
  made.close();
  await tenant.close();
});
beforeEach(() => void (tenant.received.length = 0));

let count = 0;
const address = () => `jonah${(count += 1)}@mapleandrye.example`;
const weekly = { frequency: 'weekly', locale: 'en', skipsEmpty: true, isPaused: false };
const create = (recipients: string[], more: object = {}): Promise<ReportSchedule> =>
  ask(tenant.admin, 'POST', '/api/reports/schedules', { ...weekly, recipients, ...more });
const context = (): Context => {
  const { organizationId } = tenant.admin.user;
  const db = tenant.api.database.tenant({ organizationId });
  return { db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() };
};
const makeDue = (id: string) =>
  tenant.rows(`update report_schedules set next_run_at = now() - interval '1 minute' where id = $1`, id);
const run = (id: string) => runSchedule(made.partsOf(reportsFeature), context(), id);
const runOf = async (id: string): Promise<Date> =>
  (await tenant.rows('select next_run_at from report_schedules where id = $1', id))[0]!['next_run_at'];
const mailsTo = (to: string) => tenant.received.filter((mail) => mail.to === to);
const settledEmails = (id: string, most: number) =>
  vi.waitFor(
    async () => {
      const rows = await tenant.rows(`select state from report_emails where schedule_id = $1`, id);
      expect(rows.filter(({ state }) => state !== 'pending' && state !== 'offered')).toHaveLength(most);
      return rows;
    },
    { timeout: 30_000, interval: 50 },
  );
const parsed = (to: string) => simpleParser(Buffer.from(mailsTo(to)[0]!.raw, 'latin1'), { keepCidLinks: true });
const linkIn = (text: string, path: string) => new RegExp(`http://waggle\\.test${path}\\S+`).exec(text)![0];

async function sent(more: object = {}) {
  const to = address();
  const schedule = await create([to], more);
  await makeDue(schedule.id);
  await run(schedule.id);
  await settledEmails(schedule.id, 1);
  const mail = await parsed(to);
  return { to, schedule, mail, page: linkIn(mail.text!, '/t/d/'), stop: linkIn(mail.text!, '/t/s/') };
}

describe('a report that is due', () => {
  test('arrives with the finding as subject, two ways to read it, its picture and a way to stop', async () => {
    const { mail, to, stop } = await sent();

    expect(mail.subject).toBe('4 new contacts, 4 more than the week before');
    expect(mail.from!.text).toContain('Maple & Rye');
    expect(mail.text).toContain('New contacts | 4');
    expect(mail.html).toContain('cid:contacts@report');
    expect(mail.attachments.map(({ contentType, contentDisposition }) => [contentType, contentDisposition])).toEqual([
      ['image/png', 'inline'],
    ]);
    // Twice the size at which it is shown.
    expect(mail.attachments[0]!.content.readUInt32BE(16)).toBe(512);
    const head = mailsTo(to)[0]!
      .raw.split('\r\n\r\n')[0]!
      .replaceAll(/\r\n[ \t]+/g, ' ');
    expect(head).toContain(`List-Unsubscribe: <${stop}>`);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    // Signed as well, or no provider shows its own button.
    expect(/^DKIM-Signature:.*$/im.exec(head)![0].replaceAll(' ', '').toLowerCase()).toMatch(
      /h=[^;]*list-unsubscribe:list-unsubscribe-post/,
    );
  });

  test('is emailed once, whoever runs it at the same time and again', async () => {
    const recipients = [address(), address()];
    const { id } = await create(recipients);
    await makeDue(id);

    await Promise.all([run(id), run(id), run(id)]);
    await run(id);
    // As if the clocks went back: the same week is due again.
    await makeDue(id);
    await run(id);
    await settledEmails(id, 2);

    for (const to of recipients) expect(mailsTo(to)).toHaveLength(1);
    expect(await tenant.rows('select from report_links where schedule_id = $1', id)).toHaveLength(1);
  });

  test('is not sent again by a worker that finds it offered', async () => {
    const { schedule, to } = await sent();
    const [row] = await tenant.rows(
      `update report_emails set state = 'offered', email = $2 where schedule_id = $1 returning id`,
      schedule.id,
      to,
    );

    await sendEmail(made.partsOf(reportsFeature), context(), row!['id']);

    expect(mailsTo(to)).toHaveLength(1);
    expect(await tenant.rows('select state from report_emails where id = $1', row!['id'])).toEqual([
      { state: 'uncertain' },
    ]);
  });

  test('is found by the cron and moves on by a week', async () => {
    const to = address();
    const { id } = await create([to]);
    await makeDue(id);
    await tenant.rows(
      `insert into pgboss.job (name, data) values ('reports.find-due', '{"organizationId": null, "payload": {}}')`,
    );
    await settledEmails(id, 1);

    const { items } = await ask(tenant.admin, 'GET', '/api/reports/schedules');
    const found = items.find((one: ReportSchedule) => one.id === id);
    expect(found).toMatchObject({ lastRun: { outcome: 'sent' }, nextRunAt: `${addDays(monday, 7)}T08:00:00.000Z` });
  });

  test('skips a period in which nothing happened, where that is wished', async () => {
    const clientId = await addClient(tenant.admin, 'Harbour');
    const [skipped, kept] = [await create([address()]), await create([address()], { skipsEmpty: false })];
    await tenant.rows('update report_schedules set client_id = $1 where id in ($2, $3)', clientId, skipped.id, kept.id);
    for (const { id } of [skipped, kept]) {
      await makeDue(id);
      await run(id);
    }
    await settledEmails(kept.id, 1);

    expect(await tenant.rows('select from report_emails where schedule_id = $1', skipped.id)).toEqual([]);
    expect(tenant.received).toHaveLength(1);
    expect((await simpleParser(tenant.received[0]!.raw)).subject).toBe('No activity last week');
  });

  test('goes to nobody who is suppressed, and waits for a verified sender', async () => {
    const to = address();
    const { id } = await create([to]);
    await ask(tenant.admin, 'POST', '/api/suppressions', { channel: 'email', address: to });
    await makeDue(id);
    await run(id);
    expect(await tenant.rows('select last_outcome from report_schedules where id = $1', id)).toEqual([
      { last_outcome: 'no-recipients' },
    ]);

    const other = await create([address()]);
    await tenant.rows(`update sending_domains set state = 'failing'`);
    await makeDue(other.id);
    await run(other.id);
    expect(await tenant.rows('select from report_emails where schedule_id = $1', other.id)).toEqual([]);
    await tenant.rows(`update sending_domains set state = 'verified'`);
    await run(other.id);
    await settledEmails(other.id, 1);
  });
});

describe('the link that stops reports', () => {
  test('changes nothing when it is only opened, and stops them for that person alone with one POST', async () => {
    const { to, stop, schedule } = await sent();
    const other = address();
    await ask(tenant.admin, 'PUT', `/api/reports/schedules/${schedule.id}`, { ...weekly, recipients: [to, other] });
    const stops = () => tenant.rows('select from report_stops');

    const shown = await fetch(tenant.onEdge(stop));
    await tenant.settled();
    expect([shown.status, await stops()]).toEqual([200, []]);
    expect(await shown.text()).toContain('<form method="post">');

    for (let times = 0; times < 2; times += 1) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      expect((await fetch(tenant.onEdge(stop), { method: 'POST', body })).status).toBe(200);
    }
    await tenant.settled();
    expect(await stops()).toHaveLength(1);

    const { items } = await ask(tenant.admin, 'GET', '/api/reports/schedules');
    expect(items.find((one: ReportSchedule) => one.id === schedule.id).recipients).toEqual([
      { email: to, state: 'stopped' },
      { email: other, state: 'active' },
    ]);
    // Nor by another schedule of the same.
    const again = await create([to, other]);
    await makeDue(again.id);
    await run(again.id);
    await settledEmails(again.id, 1);
    expect([mailsTo(to).length, mailsTo(other).length]).toEqual([1, 1]);
    await tenant.rows('delete from report_stops');
  });

  test('works for no other purpose and with no other signature', async () => {
    const { stop } = await sent();
    const forged = `${stop.slice(0, -2)}AA`;

    for (const url of [forged, stop.replace('/t/s/', '/t/u/')])
      expect((await fetch(tenant.onEdge(url), { method: 'POST', body: new URLSearchParams() })).status).toBe(404);
  });
});

describe('the page of a report', () => {
  test('shows the figures of the day it was made to whoever has the link, and asks nobody to sign in', async () => {
    const { page, mail } = await sent();

    const answer = await fetch(tenant.onEdge(page));
    const html = await answer.text();

    expect(answer.status).toBe(200);
    expect(html).toContain(mail.subject);
    expect(html).not.toMatch(/<script|@mapleandrye/);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('is gone once it ended or was revoked, and looks like one that never was', async () => {
    const [ended, revoked] = [await sent(), await sent()];
    await tenant.rows(
      `update report_links set expires_at = now() - interval '1 second' where schedule_id = $1`,
      ended.schedule.id,
    );
    const [{ id }] = (await tenant.rows('select id from report_links where schedule_id = $1', revoked.schedule.id)) as [
      { id: string },
    ];
    await ask(tenant.admin, 'DELETE', `/api/reports/links/${id}`);

    const pages = await Promise.all(
      [ended.page, revoked.page, `http://waggle.test/t/d/${'A'.repeat(43)}`].map(async (url) => {
        const answer = await fetch(tenant.onEdge(url));
        return [answer.status, await answer.text()];
      }),
    );
    expect(pages[0]![0]).toBe(404);
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    expect((await tenant.admin.request('DELETE', `/api/reports/links/${id}`)).status).toBe(404);
  });

  test('keeps no token that opens it', async () => {
    const { page } = await sent();
    const token = page.slice(page.lastIndexOf('/') + 1);
    const kept = await tenant.rows(
      `select row_to_json(l)::text as text from report_links l union all select data::text from pgboss.job`,
    );

    expect(kept.filter(({ text }) => String(text).includes(token))).toEqual([]);
  });
});

describe('schedules', () => {
  test('move to 8:00 of a new zone', async () => {
    const { id } = await create([address()]);
    const { name } = await ask(tenant.admin, 'GET', '/api/organization');
    const nextOf = async () => (await runOf(id)).toISOString();
    await ask(tenant.admin, 'PUT', '/api/organization', { name, timezone: 'Asia/Kolkata', schedules: 'keep-clock' });

    await vi.waitFor(async () => expect(await nextOf()).toMatch(/T02:30:00/), { timeout: 30_000, interval: 50 });
    await ask(tenant.admin, 'PUT', '/api/organization', { name, timezone: 'UTC', schedules: 'keep-clock' });
    await vi.waitFor(async () => expect(await nextOf()).toMatch(/T08:00:00/), { timeout: 30_000, interval: 50 });

    // The next one leaves at its moment when somebody wants it so.
    expect((await ask(tenant.admin, 'GET', '/api/organization/schedules')).reports).toBeGreaterThan(0);
    expect((await tenant.admin.request('PUT', '/api/organization', { name, timezone: 'Asia/Tokyo' })).status).toBe(400);
    await ask(tenant.admin, 'PUT', '/api/organization', { name, timezone: 'Asia/Tokyo', schedules: 'keep-moment' });
    const heard = `select 1 from outbox_events where name = 'organization.zone-changed' and payload->>'timezone' = 'Asia/Tokyo' and delivered_at is null`;
    await vi.waitFor(async () => expect(await tenant.rows(heard)).toEqual([]), { timeout: 30_000, interval: 50 });
    expect(await nextOf()).toMatch(/T08:00:00/);
    await ask(tenant.admin, 'PUT', '/api/organization', { name, timezone: 'UTC', schedules: 'keep-moment' });
  });

  test('are for editors, for plans from Plus, and of one client for whoever is limited to it', async () => {
    const [own, other] = [await addClient(tenant.admin, 'Own'), await addClient(tenant.admin, 'Other')];
    const [member, viewer] = [
      await joinTeam(tenant.api, tenant.admin, 'USER', own),
      await joinTeam(tenant.api, tenant.admin, 'VIEWER'),
    ];
    await tenant.rows('update directory.users set email_confirmed_at = now()');
    const foreign = await create([address()]);
    await tenant.rows('update report_schedules set client_id = $1 where id = $2', other, foreign.id);

    const mine = await ask(member, 'POST', '/api/reports/schedules', { ...weekly, recipients: [address()] });
    expect(mine).toMatchObject({ clientId: own, clientName: 'Own' });
    expect((await ask(member, 'GET', '/api/reports/schedules')).items.map(({ id }: ReportSchedule) => id)).toEqual([
      mine.id,
    ]);
    const test = await member.request('POST', `/api/reports/schedules/${foreign.id}/test`);
    expect([test.status, (await viewer.request('GET', '/api/reports/schedules')).status]).toEqual([404, 403]);

    await tenant.rows(`update organizations set subscription_tier = 'core'`);
    const refused = await tenant.admin.request('POST', '/api/reports/schedules', {
      ...weekly,
      recipients: [address()],
    });
    expect(refused.body).toMatchObject({ code: 'plan_limit' });
    await tenant.rows(`update organizations set subscription_tier = 'system'`);
  });

  test('have at most ten recipients, and an organization at most twenty', async () => {
    const many = Array.from({ length: 11 }, address);
    expect((await tenant.admin.request('POST', '/api/reports/schedules', { ...weekly, recipients: many })).status).toBe(
      400,
    );
    await tenant.rows(
      `insert into report_schedules (organization_id, frequency, recipients, locale, next_run_at)
       select id, 'weekly', array['a@b.example'], 'en', now() + interval '1 day' from organizations, generate_series(1, 20)`,
    );
    const answer = await tenant.admin.request('POST', '/api/reports/schedules', { ...weekly, recipients: [address()] });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await tenant.rows('delete from report_schedules');
  });

  test('lose no report to a zone whose 8:00 of the day is over: it keeps its moment', async () => {
    const { id } = await create([address()]);
    // Monday, June 2, 2031, 8:00 in New York, which is 21:00 in Tokyo.
    const before = '2031-06-02T12:00:00.000Z';
    const movedAt = async (now: string) => {
      await tenant.rows('update report_schedules set next_run_at = $1 where id = $2', before, id);
      await moveSchedules({ ...context(), now: () => new Date(now) });
      return (await runOf(id)).toISOString();
    };
    await tenant.rows(`update organizations set timezone = 'Asia/Tokyo'`);

    expect(await movedAt('2031-06-02T10:00:00Z')).toBe(before);
    expect(await movedAt('2031-06-01T22:59:00Z')).toBe('2031-06-01T23:00:00.000Z');
    await tenant.rows(`update organizations set timezone = 'Pacific/Honolulu'`);
    expect(await movedAt('2031-06-02T10:00:00Z')).toBe('2031-06-02T18:00:00.000Z');
    await tenant.rows(`update organizations set timezone = 'UTC'`);
  });

  test('that are changed while they are due still report the period, to whoever they name now', async () => {
    const [typo, to] = [address(), address()];
    const { id } = await create([typo]);
    const save = (more: object) =>
      ask(tenant.admin, 'PUT', `/api/reports/schedules/${id}`, { ...weekly, recipients: [to], ...more });
    await makeDue(id);

    await save({});
    await run(id);
    await settledEmails(id, 1);
    expect([mailsTo(typo).length, mailsTo(to).length]).toEqual([0, 1]);

    // A moment that was kept when the zone changed.
    const kept = '2031-06-02T12:00:00.000Z';
    await tenant.rows('update report_schedules set next_run_at = $1 where id = $2', kept, id);
    expect((await save({ locale: 'fr' })).nextRunAt).toBe(kept);
  });

  test('that are resumed, or sent at another rhythm, begin with the next period', async () => {
    const { id } = await create([address()]);
    const save = (more: object) =>
      ask(tenant.admin, 'PUT', `/api/reports/schedules/${id}`, { ...weekly, recipients: [address()], ...more });
    const next = `${addDays(monday, 7)}T08:00:00.000Z`;

    await makeDue(id);
    await save({ isPaused: true });
    expect((await save({ isPaused: false })).nextRunAt).toBe(next);
    await makeDue(id);
    expect((await save({ frequency: 'monthly' })).nextRunAt).toMatch(/-01T08:00:00\.000Z$/);
    expect((await save({})).nextRunAt).toBe(next);
  });

  test('send a test to the signed-in person alone', async () => {
    const { id } = await create([address()]);

    const answer = await ask(tenant.admin, 'POST', `/api/reports/schedules/${id}/test`);
    const mail = await parsed(tenant.admin.user.email);

    expect(answer).toMatchObject({ delivered: true, to: tenant.admin.user.email });
    expect(tenant.received).toHaveLength(1);
    expect(mail.text).toContain('This is a test.');
    expect(mail.text).not.toContain('/t/s/');
    expect((await fetch(tenant.onEdge(linkIn(mail.text!, '/t/d/')))).status).toBe(200);
  });
});
