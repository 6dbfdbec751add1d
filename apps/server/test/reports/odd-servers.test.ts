import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addContacts } from '#features/analytics/test-harness.ts';
import { addDays } from '#features/engagement/index.ts';
import { reports as reportsFeature } from '#features/reports/feature.ts';
import { runSchedule } from '#features/reports/schedules/run-schedule.ts';
import { sendEmail } from '#features/reports/send/send-email.ts';
import { assemble } from '../../src/features.ts';
import type { Context } from '../../src/platform/context.ts';
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
  silent: ['keep-and-hang-up'],
};
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startFakeSmtp({
    recipient: (address) => (address.startsWith('dead') ? [550, '5.1.1 no such user'] : undefined),
    message: (address) => rulings[/^[a-z]+/.exec(address)![0]]?.shift() ?? 'accept',
  });
  admin = await readyAdmin(api, smtp.port);
  made = assemble({ config: api.config, database: api.database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
  await api.db.owner.query(`update organizations set subscription_tier = 'system', timezone = 'UTC'`);
  const today = new Date().toISOString().slice(0, 10);
  await addContacts(api, admin, { at: `${addDays(today, -7)}T09:00:00Z` });
});
afterAll(async () => {
  made.close();
  await api.close();
  await smtp.close();
});

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
    (await api.db.owner.query('select id, state, email from report_emails where schedule_id = $1', [id])).rows[0];
  const { id: emailId } = await rowOf();
  return {
    rowOf,
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
