import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addContacts } from '#features/analytics/test-harness.ts';
import { addDays } from '#features/engagement/index.ts';
import type { Context } from '../../src/platform/context.ts';
import type { Entry, ReportSendEntry } from '../../src/platform/installation/entries.ts';
import { unguarded } from '../../src/platform/installation/installation.ts';
import { createLog } from '../../src/platform/log.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type FakeSmtp, type Ruling, startFakeSmtp } from '../sending/fake-smtp.ts';
import { ask, readyAdmin, type ReadyAdmin } from '../sending/ready-admin.ts';
import { assemble } from '../../src/features.ts';
import { reports as reportsFeature } from '#features/reports/feature.ts';
import { runSchedule } from '#features/reports/schedules/run-schedule.ts';
import { sendEmail } from '#features/reports/send/send-email.ts';
import { doubtReports, listDueReports, replayReports } from '#features/reports/restore/restore.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
let made: ReturnType<typeof assemble>;
let canNote = true;
const noted: Entry[] = [];
const rulings: Record<string, Ruling[]> = { busy: [[450, '4.2.0 later']] };
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startFakeSmtp({ message: (address) => rulings[/^[a-z]+/.exec(address)![0]]?.shift() ?? 'accept' });
  admin = await readyAdmin(api, smtp.port);
  const note = (entry: Entry) => canNote && noted.push(entry) > 0;
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
  made = assemble({ config: api.config, database: api.database, log, installation: { ...unguarded, note } });
  await api.db.owner.query(`update organizations set subscription_tier = 'system', timezone = 'UTC'`);
  const today = new Date().toISOString().slice(0, 10);
  await addContacts(api, admin, { at: `${addDays(today, -7)}T09:00:00Z` });
});
afterAll(async () => {
  made.close();
  await api.close();
  await smtp.close();
});

const context = (): Context => {
  const { organizationId } = admin.user;
  const db = api.database.tenant({ organizationId });
  return { db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() };
};

/** A schedule of one recipient, as the backup has it: due, and nothing of the period is known. */
async function scheduled(to: string) {
  const body = { frequency: 'weekly', recipients: [to], locale: 'en', skipsEmpty: false, isPaused: false };
  const { id } = await ask(admin, 'POST', '/api/reports/schedules', body);
  const parts = made.partsOf(reportsFeature);
  const rows = async () =>
    (await api.db.owner.query('select id, state from report_emails where schedule_id = $1', [id])).rows as {
      id: string;
      state: string;
    }[];
  const forget = async () => {
    await api.db.owner.query('delete from report_emails where schedule_id = $1', [id]);
    await api.db.owner.query(
      `update report_schedules set next_run_at = now() - interval '1 minute', last_period = null where id = $1`,
      [id],
    );
  };
  const run = async () => {
    await runSchedule(parts, context(), id);
    for (const row of await rows()) if (row.state === 'pending') await sendEmail(parts, context(), row.id);
  };
  await forget();
  return { id, rows, forget, run, received: () => smtp.received.filter((mail) => mail.to === to).length };
}
const saidOf = (scheduleId: string) =>
  noted.filter((entry): entry is ReportSendEntry => entry.k === 'report-send' && entry.scheduleId === scheduleId);

test('P5: a report that was sent after the backup is not sent for the same period again', async () => {
  const { id, run, forget, received, rows } = await scheduled('reader@restored.example');
  await run();
  await forget();

  await replayReports(api.database, saidOf(id));
  await replayReports(api.database, saidOf(id));
  await run();

  expect(received()).toBe(1);
  expect((await rows()).map(({ state }) => state)).toEqual(['accepted']);
});

test('P5: whoever had not got it because the server wanted none gets it after the restore', async () => {
  const { id, run, forget, received } = await scheduled('busy@restored.example');
  await expect(run()).rejects.toThrow(/later/);
  await forget();

  await replayReports(api.database, saidOf(id));
  await run();

  expect(received()).toBe(1);
});

test('P5: an offer without an answer is in doubt, and is not sent again', async () => {
  const { id, run, forget, received, rows } = await scheduled('unsure@restored.example');
  await run();
  await forget();

  await replayReports(
    api.database,
    saidOf(id).filter(({ step }) => step === 'o'),
  );
  await run();

  expect(received()).toBe(1);
  expect((await rows()).map(({ state }) => state)).toEqual(['uncertain']);
});

test('P5: nothing leaves while the journal cannot be written, and all of it afterwards', async () => {
  const { run, received, rows } = await scheduled('later@restored.example');
  canNote = false;
  await expect(run()).rejects.toThrow(/did not take|journal/);
  canNote = true;
  const before = received();
  const [row] = await rows();
  await sendEmail(made.partsOf(reportsFeature), context(), row!.id);

  expect([before, received()]).toEqual([0, 1]);
});

test('P5: with a journal missing, due schedules are paused for a person and those of later go on', async () => {
  const due = await scheduled('due@restored.example');
  const coming = await scheduled('coming@restored.example');
  await api.db.owner.query(`update report_schedules set next_run_at = now() + interval '1 day' where id = $1`, [
    coming.id,
  ]);
  const listed = await listDueReports(api.database);
  const { schedules } = await doubtReports(api.database);
  await due.run();
  const { items } = await ask(admin, 'GET', '/api/reports/schedules');
  const isPaused = (id: string) => items.find((one: { id: string }) => one.id === id).isPaused;

  expect(listed).toEqual([{ organizationId: admin.user.organizationId, due: schedules }]);
  expect(due.received()).toBe(0);
  expect([isPaused(due.id), isPaused(coming.id)]).toEqual([true, false]);
});
