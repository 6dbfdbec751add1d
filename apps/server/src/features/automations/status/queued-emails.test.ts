import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { queueStepEmails } from '../../campaigns/index.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { documentOf, emailStep, enter, path, publishEmails, waitDays } from '../test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
/** Who has been handed an email, in order, whether the server has answered or not. */
let handed: string[];
let answers: PromiseWithResolvers<void>;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({
    beforeAnswer: async (to) => {
      handed.push(to);
      await answers.promise;
    },
  });
});
beforeEach(async () => {
  handed = [];
  answers = Promise.withResolvers();
  admin = await readyAdmin(api, smtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
});
afterAll(async () => {
  answers.resolve();
  await api.close();
  await smtp.close();
});

const patience = { timeout: 60_000, interval: 100 };
const people = 60;
/** Long enough for several looks of the workers for what may be sent. */
const severalLooks = () => new Promise((resolve) => setTimeout(resolve, 2_000));
const change = (id: string, status: string) => ask(admin, 'PUT', `${path}/${id}/status`, { status, overdue: 'go-on' });

const welcome = (emails: Record<string, string>) =>
  documentOf([emailStep('firstone', emails['firstone'] ?? null), waitDays('waitdays', 3)]);

/** Everybody has an email in the queue, and each connection waits for an answer to the first it handed over. */
async function inTheQueue() {
  const id = await publishEmails(admin, welcome, ['firstone']);
  const contacts = await addPeople(api, admin, people);
  await enter(
    admin,
    id,
    contacts.map((contact) => contact.id),
  );
  const queued = async () => (await sends(id)).length;
  await expect.poll(queued, patience).toBe(people);
  await expect.poll(() => handed.length, patience).toBeGreaterThan(0);
  await severalLooks();
  return { id, contacts };
}

async function sends(id: string): Promise<{ state: string; campaign_id: string }[]> {
  const { rows } = await api.db.owner.query(
    `select state, campaign_id from campaign_sends where campaign_id in (select id from campaigns where automation_id = $1)`,
    [id],
  );
  return rows;
}

/** Whoever was handed an email before it stopped has it; nobody else gets one. */
async function stays(): Promise<void> {
  const before = [...handed];
  answers.resolve();
  await severalLooks();
  expect(handed).toEqual(before);
  expect(before.length).toBeLessThan(people);
}

test('emails in the queue wait while the automation is paused, and leave once each when it goes on', async () => {
  const { id, contacts } = await inTheQueue();

  await change(id, 'paused');
  await stays();
  await change(id, 'live');
  await expect.poll(() => handed.length, patience).toBe(people);
  await severalLooks();

  expect(handed.toSorted()).toEqual(contacts.map(({ email }) => email).toSorted());
  expect(await ask(admin, 'GET', `${path}/${id}`)).toMatchObject({ status: 'live', holdReason: null });
});

test('emails in the queue wait while the automation is held, and leave once each when it is resumed', async () => {
  const { id, contacts } = await inTheQueue();

  await api.db.owner.query(`update automations set hold_reason = 'storm', paused_at = now() where id = $1`, [id]);
  await stays();
  await change(id, 'live');
  await expect.poll(() => handed.length, patience).toBe(people);
  await severalLooks();

  expect(handed.toSorted()).toEqual(contacts.map(({ email }) => email).toSorted());
});

test('what a turn queues that began before the pause waits as well', async () => {
  const { id } = await inTheQueue();
  await change(id, 'paused');
  await stays();
  const { organizationId } = admin.user;
  const { rows: late } = await api.db.owner.query<{ id: string }>(
    `insert into contacts (organization_id, email) values ($1, 'late@late.example') returning id`,
    [organizationId],
  );
  const before = [...handed];

  const ctx = backgroundContext(api.database, organizationId, 'test');
  await queueStepEmails(ctx, (await sends(id))[0]!.campaign_id, [late[0]!.id]);
  await severalLooks();
  const whilePaused = [...handed];
  await change(id, 'live');
  await expect.poll(() => handed.length, patience).toBe(people + 1);

  expect(whilePaused).toEqual(before);
  expect(new Set(handed).size).toBe(people + 1);
});

test.each(['ended', 'deleted'])('emails in the queue are not sent any more once the automation is %s', async (how) => {
  const { id } = await inTheQueue();

  await change(id, 'ended');
  if (how === 'deleted') await ask(admin, 'DELETE', `${path}/${id}`);
  await stays();

  const states = (await sends(id)).map(({ state }) => state);
  expect(states.filter((state) => state === 'cancelled')).toHaveLength(people - handed.length);
  expect(states.filter((state) => state === 'accepted')).toHaveLength(handed.length);
  const { rows } = await api.db.owner.query(
    'select status from campaigns where automation_id = $1 and step_month is not null',
    [id],
  );
  expect(rows).toEqual([{ status: 'COMPLETED' }]);
});

test('deleting an automation that everybody has passed stops its queue too', async () => {
  const { id } = await inTheQueue();
  await api.db.owner.query('delete from automation_runs where automation_id = $1', [id]);

  await ask(admin, 'DELETE', `${path}/${id}`);
  await stays();

  expect((await sends(id)).filter(({ state }) => state === 'cancelled')).toHaveLength(people - handed.length);
});
