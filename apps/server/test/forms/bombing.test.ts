import { vi, afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { createWorker } from '../../src/worker.ts';
import { casesOf } from '../harness/cases.ts';
import type { Person } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { readyAdmin } from '../sending/ready-admin.ts';
import { email } from './filled-forms.ts';

const victim = 'victim@mailbox.example';
/** 10,000 over 500 forms at night, which take a minute and more; before each landing a tenth of them. */
const [organizations, formsOfEach, submitsOfEach] = [5, casesOf(100), 20];

let api: TestApi;
let worker: Awaited<ReturnType<typeof createWorker>>;
let admins: Person[];
beforeAll(async () => {
  api = await startTestApi();
  admins = [];
  for (let at = 0; at < organizations; at += 1) admins.push(await readyAdmin(api));
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
  // The limits of an installation hold in the worker; setting all this up is no part of what is limited.
  const config = { ...api.config, UNSAFE_NO_RATE_LIMITS: false };
  worker = await createWorker(config, api.database, createLog(config, 'test'), { listeners: [] });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  Number((await api.db.owner.query(text, values)).rows[0]['count']);

/** Half of the forms ask to confirm, half answer at once. */
async function addForm(admin: Person, at: number): Promise<string> {
  const answerEmail = { isOn: true, subject: 'Thanks', text: 'We got it.' };
  const settings = { title: 'Join', ...(at % 2 ? { doubleOptIn: true } : { answerEmail }) };
  const answer = await admin.request('POST', '/api/forms', { name: `Form ${at}`, fields: [email], settings });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id as string;
}

// The edge refuses all but a hundred an hour (see guard.test.ts) and remembers for a process: these are written as many
// edges would write them that have just started, so that what holds is the worker's own limit.
test('T39: thousands of submits of one address over many forms are one email of an organization and three of all', async () => {
  for (const admin of admins)
    for (let at = 0; at < formsOfEach; at += 1) {
      const formId = await addForm(admin, at);
      const submission = { version: 1, answers: { [email.id]: at % 3 ? victim : victim.toUpperCase() }, way: 'call' };
      await api.db.owner.query(
        `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
         select $1, (now() at time zone 'utc')::date, public.new_id(), 'form-submission', $2, now(), $3
         from generate_series(1, $4::int)`,
        [admin.user.organizationId, formId, { address: '203.0.113.7', submission }, submitsOfEach],
      );
    }

  const all = organizations * formsOfEach * submitsOfEach;
  await vi.waitFor(async () => expect(await count('select count(*) from form_submissions')).toBe(all), {
    timeout: 280_000,
    interval: 500,
  });
  const open = `select count(*) from form_emails where state in ('pending', 'claimed', 'offering')`;
  await vi.waitFor(async () => expect(await count(open)).toBe(0), { timeout: 120_000, interval: 200 });

  const { rows } = await api.db.owner.query('select count(*)::int as emails from form_emails group by organization_id');
  expect(rows.every(({ emails }) => emails === 1)).toBe(true);
  expect(rows).toHaveLength(3);
  const sent = api.mail.mails.filter(({ to }) => to.toLowerCase() === victim);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ from }) => from)).size).toBe(3);
  expect(await count('select count(*) from inbox_events where failure is not null')).toBe(0);
}, 600_000);
