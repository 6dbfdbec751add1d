import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { ask } from '../sending/ready-admin.ts';
import { sentCampaign } from '../sending/sent-campaign.ts';
import { createScene, publishedForm } from '../../src/features/dashboard/test-harness.ts';
import { recordTouches } from '../../src/features/purchases/index.ts';
import { addCode } from '../../src/features/analytics/test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_funnel' } });
});
afterAll(() => api.close());

const hour = 3_600_000;
const ago = (hours: number) => Date.now() - hours * hour;

/** Five people scan a code of Maple and fill in its form; three click, two of them buy. One of Harbour buys without a scan. */
async function sold() {
  const scene = await createScene(api, 'UTC');
  const { admin, maple, harbour } = scene;
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const code = await addCode(api, admin, { name: 'Counter card', clientId: maple, days: { [today]: 9 } });
  const campaign = await sentCampaign(api, admin, {
    sentAt: new Date(ago(2)).toISOString(),
    sent: 5,
    clientId: maple,
    stats: {},
  });
  const people = await scene.people({ clientId: maple, count: 5, at: new Date(ago(3)).toISOString() });
  const [other] = await scene.people({ clientId: harbour, count: 1, at: new Date(ago(3)).toISOString() });
  const ctx = scene.contextAt(new Date().toISOString());
  const touch = (contactId: string, kind: 'scan' | 'click', subjectId: string, at: number) =>
    recordTouches(ctx, [{ id: crypto.randomUUID(), contactId, kind, subjectId, at }]);
  for (const person of people) await touch(person, 'scan', code, ago(3));
  for (const person of people.slice(0, 3)) await touch(person, 'click', campaign, ago(1));
  const buy = async (contactId: string, amount: string) =>
    (await ask(admin, 'POST', '/api/purchases', { contactId, amount, currency: 'USD' })).id as string;
  const purchases = [await buy(people[0]!, '30'), await buy(people[1]!, '12.50')];
  // Bought without a click: revenue of the code, and no step of the funnel.
  await buy(people[4]!, '5');
  await buy(other!, '100');
  return { ...scene, code, campaign, people, purchases };
}

test('the funnel counts each person once, and every model shares all revenue among its sources', async () => {
  const { admin, code, campaign, people, purchases } = await sold();

  const { steps, revenue, sources, others, none } = await ask(admin, 'GET', '/api/analytics/funnel?period=7d');
  const { items } = await ask(admin, 'GET', '/api/analytics/funnel/people?period=7d&step=purchased');
  await ask(admin, 'POST', `/api/purchases/${purchases[0]}/refund`, {});
  const after = await ask(admin, 'GET', '/api/analytics/funnel?period=30d');

  expect(steps).toMatchObject({ codes: 1, scans: 9, clicked: 3, purchased: 2, amount: 4_250 });
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(people.slice(0, 2).toSorted());
  expect(revenue).toMatchObject({ all: 14_750, scanned: 4_750 });
  expect(revenue.days.at(-1)).toMatchObject({ amount: 4_750 });
  expect(sources).toMatchObject([
    { kind: 'click', id: campaign, last: 4_250, first: 0, linear: 2_125, position: 2_125 },
    { kind: 'scan', id: code, name: 'Counter card', last: 500, first: 4_750, linear: 2_625, position: 2_625 },
  ]);
  for (const model of ['last', 'first', 'linear', 'position'])
    expect([...sources, others, none].reduce((sum, source) => sum + source[model], 0)).toBe(revenue.all);
  expect(after).toMatchObject({ steps: { purchased: 1, amount: 1_250 }, revenue: { all: 11_750, scanned: 1_750 } });
});

test('whoever is limited to a client sees what its people bought; a plan below Plus has no funnel', async () => {
  const { admin, harbour, code } = await sold();
  const limited = await joinTeam(api, admin, 'VIEWER', harbour);

  const own = await ask(limited, 'GET', '/api/analytics/funnel?period=7d');
  const foreign = await limited.request('GET', `/api/analytics/funnel?period=7d&qrCodeId=${code}`);
  const small = await registerAdmin(api);

  expect(own).toMatchObject({ steps: { scans: 0, contacts: 0 }, revenue: { all: 10_000, scanned: 0 }, sources: [] });
  expect(foreign.status).toBe(404);
  expect((await small.request('GET', '/api/analytics/funnel?period=7d')).body.code).toBe('plan_limit');
});

test('each step counts the rows it lists: contacts who are there, and who submitted without becoming one', async () => {
  const { admin, code, maple, people } = await sold();
  const { organizationId } = admin.user;
  const { rows } = await api.db.owner.query<{ id: string }>(`${publishedForm} returning id`, [organizationId, maple]);
  await api.db.owner.query(
    `insert into form_submissions (organization_id, form_id, id, client_id, version, contact_id, answers, outcome, submitted_at, touch_kind, touch_id, touch_subject_id, touch_at)
     select $1, $2, gen_random_uuid(), $3, 1, contact_id, '{}', outcome, now(), 'scan', gen_random_uuid(), $4, $5::timestamptz + place * interval '1 minute'
     from (values (null, 'no-address', 1), (null, 'over-limit', 2), ($6::uuid, 'created', 3)) sent (contact_id, outcome, place)`,
    [organizationId, rows[0]!.id, maple, code, new Date(ago(3)).toISOString(), people[0]],
  );
  const deleted = await admin.request('DELETE', `/api/contacts/${people[0]}`);
  const listed = async (step: string) => {
    const found: { id: string | null }[] = [];
    let cursor = '';
    do {
      const page = await ask(admin, 'GET', `/api/analytics/funnel/people?period=7d&limit=2&step=${step}${cursor}`);
      found.push(...page.items);
      cursor = page.nextCursor && `&cursor=${encodeURIComponent(page.nextCursor)}`;
    } while (cursor);
    return found;
  };

  const { steps } = await ask(admin, 'GET', '/api/analytics/funnel?period=7d');

  expect(deleted.status).toBeLessThan(300);
  expect(steps).toMatchObject({ submitted: 6, contacts: 4, clicked: 2, purchased: 1 });
  for (const step of ['submitted', 'contacts', 'clicked', 'purchased'])
    expect(await listed(step), step).toHaveLength(steps[step]);
  expect((await listed('submitted')).filter(({ id }) => id === null)).toHaveLength(2);
  expect(new Set((await listed('contacts')).map(({ id }) => id))).toEqual(new Set(people.slice(1)));
});
