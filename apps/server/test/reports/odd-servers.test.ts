import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addContacts } from '#features/analytics/test-harness.ts';
import { addDays } from '#features/engagement/index.ts';
import { reports as reportsFeature } from '#features/reports/feature.ts';
import { runSchedule } from '#features/reports/schedules/run-schedule.ts';
import { sendEmail } from '#features/reports/send/send-email.ts';
import { assemble } from '../../src/features.ts';
import type { Context } from '../../src/platform/context.ts';
import { unguarded } from '../../src/platform/installation/installation.ts';
import { createLog } from '../../src/platform/log.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type FakeSmtp, type Ruling, startFakeSmtp } from '../sending/fake-smtp.ts';
import { ask, readyAdmin, type ReadyAdmin } from '../sending/ready-admin.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
let made: ReturnType<typeof assemble>;
/** What the server does with the next mail to an address that begins so. */
const rulings: Record<string, Ruling[]> = {
  busy: [[450, '4.2.0 later']],
  often: Array.from({ length: 20 }, () => [451, '4.3.0 later']),
  unwanted: [[554, '5.7.1 unwanted']],
  silent: ['keep-and-hang-up'],
};
/** Answers before the message itself, for as many emails. */
let greylisted = 0;
let mayLeave = true;
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startFakeSmtp({
    recipient: (address) => {
      if (address.startsWith('often') && (greylisted -= 1) >= 0) return [450, '4.2.0 greylisted'];
      return address.startsWith('dead') ? [550, '5.1.1 no such user'] : undefined;
    },
    message: (address) => rulings[/^[a-z]+/.exec(address)![0]]?.shift() ?? 'accept',
  });
  admin = await readyAdmin(api, smtp.port);
  const fence = () => sql<boolean>`${mayLeave}::boolean`;
  made = assemble({
    config: { ...api.config, UNSAFE_NO_RATE_LIMITS: false },
    database: api.database,
    log: createLog({ LOG_LEVEL: 'silent' }, 'test'),
    installation: { ...unguarded, fence },
  });
  await api.db.owner.query(`update organizations set subscription_tier = 'system', timezone = 'UTC'`);
  const today = new Date().toISOString().slice(0, 10);
  await addContacts(api, admin, { at: `${addDays(today, -7)}T09:00:00Z` });
});
afterAll(async () => {
  made.close();
  await api.close();
  await smtp.close();
});
afterEach(() => void (mayLeave = true));

/** A report whose one email waits, as the job finds it. */
async function waiting(to: string) {
  const { organizationId } = admin.user;
  const body = { frequency: 'weekly', recipients: [to], locale: 'en', skipsEmpty: false, isPaused: false };
  const { id } = await ask(admin, 'POST', '/api/reports/schedules', body);
  await api.db.owner.query(`update report_schedules set next_run_at = now() - interval '1 minute' where id = $1`, [id]);
  const ctx: Context = {
    db: api.database.tenant({ organizationId }),
    organizationId,
    actor: { kind: 'job', name: 'test' },
    now: () => new Date(),
  };
  const parts = made.partsOf(reportsFeature);
  await runSchedule(parts, ctx, id);
  const rowOf = async () =>
    (await api.db.owner.query('select id, state, reason, email from report_emails where schedule_id = $1', [id]))
      .rows[0];
  const { id: emailId } = await rowOf();
  const outcomeOf = async () => {
    const { items } = await ask(admin, 'GET', '/api/reports/schedules');
    return items.find((one: { id: string }) => one.id === id).lastRun.outcome;
  };
  return {
    emailId,
    rowOf,
    outcomeOf,
    send: () => sendEmail(parts, ctx, emailId),
    received: () => smtp.received.filter((m) => m.to === to),
  };
}

test('a server that wants none now gets it with a later try, once', async () => {
  const { rowOf, send, received } = await waiting('busy@readers.example');

  await expect(send()).rejects.toThrow(/later/);
  expect(await rowOf()).toMatchObject({ state: 'pending' });
  await send();
  await send();

  expect(received()).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ state: 'accepted', email: null });
});

test('a server that hangs up after the last byte gets no second one', async () => {
  const { rowOf, send, received } = await waiting('silent@readers.example');

  await send();
  await send();

  expect(received()).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ state: 'uncertain' });
});

test('two workers with the same email send it once', async () => {
  const { rowOf, send, received } = await waiting('both@readers.example');

  await Promise.all([send(), send(), send()]);

  expect(received()).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ state: 'accepted' });
});

test('a mailbox that does not exist is suppressed, so that no later report goes there', async () => {
  const { rowOf, send } = await waiting('dead@readers.example');

  await send();

  expect(await rowOf()).toMatchObject({ state: 'failed', email: null });
  const { items } = await ask(admin, 'GET', '/api/reports/schedules');
  const states = items.flatMap((one: { recipients: { email: string; state: string }[] }) => one.recipients);
  expect(states).toContainEqual({ email: 'dead@readers.example', state: 'suppressed' });
});

test('one that may not leave by this database any more is tried again until it may', async () => {
  const { rowOf, send, received } = await waiting('fenced@readers.example');

  mayLeave = false;
  await expect(send()).rejects.toThrow(/waits/);
  expect(await rowOf()).toMatchObject({ state: 'pending' });
  mayLeave = true;
  await send();

  expect(received()).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ state: 'accepted' });
});

test('the last report counts as not delivered once nobody has it and nobody can get it any more', async () => {
  const [unwanted, fine, silent, stuck] = [
    await waiting('unwanted@readers.example'),
    await waiting('fine@readers.example'),
    await waiting('silent@readers.example'),
    await waiting('stuck@readers.example'),
  ];
  rulings['silent'] = ['keep-and-hang-up'];
  expect(await unwanted.outcomeOf()).toBe('sent');

  for (const { send } of [unwanted, fine, silent]) await send();
  // Its job has given up.
  await api.db.owner.query(`update report_emails set created_at = now() - interval '2 days' where id = $1`, [
    stuck.emailId,
  ]);

  const rows = await Promise.all([unwanted, fine, silent, stuck].map(({ rowOf }) => rowOf()));
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'accepted', 'uncertain', 'pending']);
  expect(await unwanted.outcomeOf()).toBe('not-delivered');
  expect(await fine.outcomeOf()).toBe('sent');
  // They may have it.
  expect(await silent.outcomeOf()).toBe('sent');
  expect(await stuck.outcomeOf()).toBe('not-delivered');
});

test('an address gets 20 reports a day, however often its server wants none at first', async () => {
  // An organization has at most 20.
  const dropAll = () => api.db.owner.query('delete from report_schedules');
  await dropAll();
  const emails = [];
  for (let no = 0; no < 20; no += 1) emails.push(await waiting('often@readers.example'));

  greylisted = emails.length;
  for (const { send } of emails) await expect(send()).rejects.toThrow(/greylisted/);
  for (const { send } of emails) await expect(send()).rejects.toThrow(/4\.3\.0 later/);
  for (const { send } of emails) await send();

  const states = await Promise.all(emails.map(async ({ rowOf }) => (await rowOf()).state));
  expect(states).toEqual(emails.map(() => 'accepted'));
  expect(emails[0]!.received()).toHaveLength(20);
  await dropAll();
  const more = await waiting('often@readers.example');
  await more.send();
  expect(await more.rowOf()).toMatchObject({ state: 'left-out', reason: 'limit' });
});
