import { randomUUID } from 'node:crypto';
import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import type { BackTest } from '@waggle/contracts/automation-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { adminOn, create, documentOf, path, waitDays } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const patience = { timeout: 30_000, interval: 100 };
const day = 86_400_000;
const email = (id: string): Step => ({ id, kind: 'email', campaignId: null, hours: null, cap: 'obey' });
/** A welcome after a purchase, and a reminder three days later. */
const welcome = (more: Partial<AutomationDocument> = {}): AutomationDocument =>
  documentOf([email('firstone'), waitDays('waitdays', 3), email('reminder')], {
    triggers: [{ kind: 'purchase.made' }],
    ...more,
  });

/** Three in the morning, when nothing is sent. */
const atNight = (daysAgo: number): Date => new Date((Math.floor(Date.now() / day) - daysAgo) * day + 3 * 3_600_000);
const ago = (days: number): Date => new Date(Date.now() - days * day);
const bought = (person: Person, contactId: string, at: Date) =>
  api.db.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, happened_at) values ($1, $2, 'purchase.made', $3)`,
    [person.user.organizationId, contactId, at],
  );

async function done(
  person: Person,
  id: string,
  body: object = {},
): Promise<BackTest & { result: NonNullable<BackTest['result']> }> {
  const { id: trialId } = await ask(person, 'POST', `${path}/${id}/back-tests`, body);
  await expect
    .poll(async () => (await ask(person, 'GET', `${path}/${id}/back-tests/${trialId}`)).state, patience)
    .toBe('done');
  return ask(person, 'GET', `${path}/${id}/back-tests/${trialId}`);
}

test('a back-test says who would have entered, what they would have been sent, and sends nothing', async () => {
  const admin = await adminOn(api);
  const [first, second, late, unsubscribed] = await addPeople(api, admin, 4);
  await bought(admin, first!.id, ago(40));
  await bought(admin, first!.id, ago(10));
  await bought(admin, second!.id, ago(20));
  await bought(admin, late!.id, ago(1));
  await bought(admin, unsubscribed!.id, ago(5));
  await api.db.owner.query(`update contacts set email_consent = 'withdrawn' where id = $1`, [unsubscribed!.id]);
  const { id } = await create(admin, welcome());

  const { result, ...trial } = await done(admin, id);
  const person = await ask(admin, 'GET', `${path}/${id}/back-tests/${trial.id}/people/0`);

  expect(trial).toMatchObject({ days: 90, of: 'draft', isOutdated: false, progress: { done: 4, of: 4 } });
  expect(result).toMatchObject({
    seen: 5,
    entered: 4,
    emails: 5,
    notEntered: [{ reason: 'entered-before', count: 1 }],
    inside: 1,
    sample: null,
    limits: ['consent-today', 'history-exact'],
    steps: [
      { stepId: 'firstone', kind: 'email', arrived: 4, sent: 3, later: 0, left: 1 },
      { stepId: 'waitdays', kind: 'wait', arrived: 3, sent: null, later: null, left: 0 },
      { stepId: 'reminder', kind: 'email', arrived: 2, sent: 2, later: 0, left: 0 },
    ],
  });
  const { weeks, ends, people } = result;
  expect(weeks).toHaveLength(13);
  expect(weeks.flatMap(({ emails }) => emails).reduce((sum, { sent }) => sum + sent, 0)).toBe(5);
  expect(ends).toEqual(expect.arrayContaining([{ reason: 'unsubscribed', count: 1 }]));
  expect(people.map(({ contactId, emails, end }) => [contactId, emails, end])).toEqual([
    [late!.id, 1, null],
    [unsubscribed!.id, 0, 'unsubscribed'],
    [second!.id, 2, 'completed'],
    [first!.id, 2, 'completed'],
  ]);
  expect(person).toMatchObject({
    contactId: late!.id,
    turns: [{ steps: [{ stepId: 'firstone', outcome: 'sent' }, {}] }],
  });
  const { rows } = await api.db.owner.query('select from campaign_sends where organization_id = $1', [
    admin.user.organizationId,
  ]);
  expect(rows).toEqual([]);
});

test('hours and the frequency cap move emails, and tags are those of then', async () => {
  const admin = await adminOn(api);
  const [member, guest] = await addPeople(api, admin, 2);
  const tag = await ask(admin, 'POST', '/api/tags', { name: 'Member' });
  // Became a member a day after the purchase, so was none then.
  await ask(admin, 'POST', `/api/contacts/${member!.id}/tags`, { tagId: tag.id });
  await api.db.owner.query(
    `update contact_activity set happened_at = $2 where contact_id = $1 and type = 'tag.added'`,
    [member!.id, ago(9)],
  );
  await bought(admin, member!.id, atNight(10));
  await bought(admin, member!.id, ago(5));
  await bought(admin, guest!.id, atNight(10));
  await api.db.owner.query(`update organizations set cap_emails = 1, cap_hours = 24, timezone = 'UTC' where id = $1`, [
    admin.user.organizationId,
  ]);
  const hours = { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5, 6, 7] };
  const waitHour: Step = { id: 'waithour', kind: 'wait', for: { amount: 1, unit: 'hours' } };
  const isNoMember = { kind: 'tag' as const, op: 'hasNoneOf' as const, tagIds: [tag.id] };
  const { id } = await create(
    admin,
    documentOf([{ ...email('firstone'), hours } as Step, waitHour, email('secondon')], {
      triggers: [{ kind: 'purchase.made' }],
      entry: { filter: { match: 'all', rules: [isNoMember] }, again: 'after-leaving', notWithinDays: 0 },
    }),
  );

  const { result } = await done(admin, id, { days: 30 });

  expect(result).toMatchObject({
    entered: 2,
    notEntered: [{ reason: 'filter', count: 1 }],
    emails: 4,
    heldByCap: 2,
    movedByHours: 2,
    hasCap: true,
    steps: [{ sent: 2, later: 2 }, { sent: null }, { sent: 2, later: 2 }],
  });
});

test('opens go by the assumed rates, which are the own averages unless somebody says otherwise', async () => {
  const admin = await adminOn(api);
  const people = await addPeople(api, admin, 60);
  for (const { id } of people) await bought(admin, id, ago(20));
  const opened = { kind: 'email.opened' as const, of: { step: 'firstone' } };
  const lane = (id: string) => ({ id, name: '', weight: 1, steps: [] });
  const { id } = await create(
    admin,
    documentOf(
      [
        email('firstone'),
        {
          id: 'waitopen',
          kind: 'wait-for',
          what: opened,
          since: 'arrival',
          atMost: { amount: 3, unit: 'days' },
          lanes: [{ ...lane('openedit'), steps: [email('thankyou')] }, lane('tooolate')],
        },
      ],
      { triggers: [{ kind: 'purchase.made' }] },
    ),
  );

  const nobody = await done(admin, id, { openRate: 0, clickRate: 0 });
  const half = await done(admin, id, { openRate: 0.5, clickRate: 0 });
  const again = await done(admin, id, { openRate: 0.5, clickRate: 0 });
  const usual = await done(admin, id);

  const sent = ({ result }: BackTest) => result!.steps.find(({ stepId }) => stepId === 'thankyou')!.sent!;
  expect(sent(nobody)).toBe(0);
  expect(sent(half)).toBeGreaterThan(15);
  expect(sent(half)).toBeLessThan(45);
  expect(sent(again)).toBe(sent(half));
  expect(usual.assumed).toEqual({ openRate: 0.35, clickRate: 0.03 });
  expect(usual.result.limits).toContain('opens-assumed');
});

test('one runs at a time and can be cancelled, and viewers read without starting any', async () => {
  const admin = await adminOn(api);
  const { id } = await create(admin, welcome());
  const insert = (state: string) =>
    api.db.owner.query<{ id: string }>(
      `insert into automation_trials (organization_id, automation_id, tried, tried_no, document, days, from_at, to_at, open_rate, click_rate, state)
       values ($1, $2, 'draft', 1, '{}', 30, now(), now(), 0, 0, $3) returning id`,
      [admin.user.organizationId, id, state],
    );
  const { rows } = await insert('running');
  const viewer = await joinTeam(api, admin, 'VIEWER');

  const second = await admin.request('POST', `${path}/${id}/back-tests`, {});
  const refused = await viewer.request('POST', `${path}/${id}/back-tests`, {});
  const { backTest } = await ask(viewer, 'GET', `${path}/${id}/back-test`);
  const cancelled = await ask(admin, 'POST', `${path}/${id}/back-tests/${rows[0]!.id}/cancel`);
  await ask(admin, 'PUT', `${path}/${id}/draft`, { document: welcome({ goal: null }) });
  const newest = await ask(admin, 'GET', `${path}/${id}/back-test`);
  const none = await admin.request('GET', `${path}/${id}/back-tests/${randomUUID()}`);

  expect(second).toMatchObject({ status: 409, body: { code: 'in_use' } });
  expect(refused.status).toBe(403);
  expect(backTest).toMatchObject({ id: rows[0]!.id, state: 'running', result: null });
  expect(cancelled).toMatchObject({ state: 'cancelled' });
  expect(newest.backTest).toMatchObject({ state: 'cancelled', isOutdated: true });
  expect(none.status).toBe(404);
});

test('a contact with a very long past is replayed by its latest part, and others as ever', async () => {
  const admin = await adminOn(api);
  const [busy, quiet] = await addPeople(api, admin, 2);
  await bought(admin, quiet!.id, ago(20));
  await api.db.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, happened_at)
     select $1, $2, 'purchase.made', now() - interval '80 days' + n * interval '1 minute' from generate_series(1, 50001) n`,
    [admin.user.organizationId, busy!.id],
  );
  const { id } = await create(admin, welcome());

  const { result } = await done(admin, id);

  expect(result).toMatchObject({ seen: 50_001, entered: 2, limits: ['consent-today', 'history-cut', 'history-exact'] });
});
