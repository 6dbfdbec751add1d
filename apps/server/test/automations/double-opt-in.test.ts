import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { mostUnconfirmedDays } from '@waggle/automations/walk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { documentOf, emailStep, letPass, path, publishEmails, waitDays } from '#features/automations/test-harness.ts';
import { confirmDays } from '#features/forms/emails/queries.ts';
import { email, type FilledForms, firstName, startFilledForms } from '../forms/filled-forms.ts';
import { ask } from '../sending/ready-admin.ts';

vi.setConfig({ testTimeout: 600_000 });

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ sends: true });
  await house.tier('plus');
});
afterAll(() => house.close());

const patience = { timeout: 180_000, interval: 100 };
const doubleOptIn = { settings: { title: 'Join', doubleOptIn: true }, fields: [firstName, email] };
const confirmation = 'Confirm your subscription';
/** Subjects of what somebody got, besides the email that asks to confirm. */
const got = (address: string): string[] =>
  house.api.mail.mails.flatMap(({ to, subject }) => (to === address && subject !== confirmation ? [subject] : []));

/** A form with double opt-in, and an automation that greets who sends it. */
async function greeted(more: Partial<AutomationDocument> = {}) {
  const form = await house.create(doubleOptIn);
  const ids = ['firstone', 'secondon'];
  const document = (emails: Record<string, string>) =>
    documentOf(
      [emailStep('firstone', emails['firstone']!), waitDays('waitdays', 3), emailStep('secondon', emails['secondon']!)],
      { triggers: [{ kind: 'form.submitted', formId: form.id }], ...more },
    );
  return { form, id: await publishEmails(house.admin, document, ids) };
}

/** Sends the form; answers the way to press the link of the email that asks. */
async function join(formId: string, address: string): Promise<() => Promise<unknown>> {
  await house.ask('POST', `/api/forms/${formId}/submit`, { field_2: address });
  const asked = () => house.api.mail.mails.find(({ to, subject }) => to === address && subject === confirmation);
  await expect.poll(asked, patience).toBeDefined();
  const link = /\/t\/f\/\S+/.exec(asked()!.text)![0];
  return () => house.ask('POST', link, 'do=confirm', { 'content-type': 'application/x-www-form-urlencoded' });
}

const runsOf = async (id: string, state = 'inside') =>
  (await ask(house.admin, 'GET', `${path}/${id}/runs?state=${state}`)).items;
const pathOf = async (id: string, runId: string) =>
  (await ask(house.admin, 'GET', `${path}/${id}/runs/${runId}`)).turns.flatMap(({ steps }: any) =>
    steps.map(({ stepId, outcome, seen }: any) => [stepId, outcome, seen]),
  );
/** The runs at the first email, once they had a turn. */
async function resting(id: string) {
  const inside = async () =>
    (await runsOf(id)).map(({ stepId, nextRunAt }: any) => [stepId, Date.parse(nextRunAt) > Date.now() + 60_000]);
  await expect.poll(inside, patience).toEqual([['firstone', true]]);
  return (await runsOf(id))[0];
}
const contactOf = async (address: string) =>
  (await house.rows('select * from contacts where email = $1', address))[0] as Record<string, any>;

test('whoever confirms a double opt-in gets the welcome email then, once, and goes on', async () => {
  const { form, id } = await greeted();
  const confirm = await join(form.id, 'ada@opt.example');
  const run = await resting(id);

  expect(got('ada@opt.example')).toEqual([]);
  const until = Date.parse(run.nextRunAt) - Date.parse(run.startedAt);
  expect(until / 86_400_000).toBeCloseTo(confirmDays, 1);
  expect(await pathOf(id, run.id)).toEqual([['firstone', 'rested', { reason: 'unconfirmed', until: run.nextRunAt }]]);
  await confirm();
  await expect.poll(() => got('ada@opt.example'), patience).toEqual(['firstone']);
  await expect.poll(async () => (await runsOf(id))[0]?.stepId, patience).toBe('waitdays');
  await confirm();
  await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'ada@opt.example' });
  await house.submissions(form.id, 2);
  await letPass(house.api, id, '3 days 1 minute');

  await expect.poll(() => got('ada@opt.example'), patience).toEqual(['firstone', 'secondon']);
  await expect.poll(() => runsOf(id), patience).toEqual([]);
});

test('whoever never confirms gets nothing, and leaves when the link works no more', async () => {
  const { form, id } = await greeted();
  await join(form.id, 'bert@opt.example');
  await resting(id);

  await letPass(house.api, id, `${confirmDays} days 1 minute`);
  await expect.poll(() => runsOf(id, 'left'), patience).toMatchObject([{ reason: 'unsubscribed' }]);
  const [{ id: runId }] = await runsOf(id, 'left');

  expect((await pathOf(id, runId)).at(-1)).toEqual(['firstone', 'unsubscribed', { reason: 'unconfirmed' }]);
  expect(got('bert@opt.example')).toEqual([]);
  expect(mostUnconfirmedDays).toBe(confirmDays);
});

test('whoever opts out while they wait leaves at once, and a link pressed later sends nothing', async () => {
  const { form, id } = await greeted();
  const confirm = await join(form.id, 'cleo@opt.example');
  await resting(id);
  const { id: contactId } = await contactOf('cleo@opt.example');

  await ask(house.admin, 'POST', `/api/contacts/${contactId}/consents`, { channel: 'email', state: 'withdrawn' });
  await expect.poll(() => runsOf(id, 'left'), patience).toMatchObject([{ reason: 'unsubscribed' }]);
  await confirm();
  await house.api.db.owner.query('select pg_sleep(1)');

  expect(got('cleo@opt.example')).toEqual([]);
  expect(await runsOf(id)).toEqual([]);
});

test('somebody on a break gets the email when it ends, and not before', async () => {
  const { form, id } = await greeted();
  await house.rows(
    `insert into contacts (organization_id, email, email_consent, mail_paused_until, mail_pause_asked_at)
     values ($1, 'dora@opt.example', 'confirmed', date_trunc('second', now()) + interval '30 days', now())`,
    house.admin.user.organizationId,
  );
  await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'dora@opt.example' });
  const run = await resting(id);
  const { mail_paused_until: until } = await contactOf('dora@opt.example');

  expect(await pathOf(id, run.id)).toEqual([['firstone', 'rested', { reason: 'paused', until: until.toISOString() }]]);
  expect(run.nextRunAt).toBe(until.toISOString());
  await house.rows(`update contacts set mail_paused_until = now() where email = 'dora@opt.example'`);
  await letPass(house.api, id, '30 days');

  await expect.poll(() => got('dora@opt.example'), patience).toEqual(['firstone']);
});
