import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { type Agency, createAgency, daysAgo, show } from './agency-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_control_room' } });
});
afterAll(() => api.close());

const path = '/api/dashboard/clients';

/** Alder bounced, Harbour is silent, Maple and Northlight are well; nobody ever bought anything at Northlight. */
async function fernhill() {
  const agency = await createAgency(api);
  const [alder, harbour, maple, northlight] = [
    await agency.client('Alder Dental'),
    await agency.client('harbour Cycles'),
    await agency.client('Maple & Rye'),
    await agency.client('Northlight Yoga'),
  ];
  await agency.people(alder, 4, daysAgo(60));
  await agency.people(harbour, 9, daysAgo(60));
  await agency.people(maple, 2, daysAgo(60));
  await agency.people(maple, 3, daysAgo(2));
  await agency.people(northlight, 7, daysAgo(60));
  await agency.campaign(alder, daysAgo(3), 100, { bounced: 20 });
  await agency.campaign(harbour, daysAgo(50), 100);
  await agency.campaign(maple, daysAgo(1), 100);
  await agency.purchase(alder, daysAgo(5), 500);
  await agency.purchase(harbour, daysAgo(5), 900);
  await agency.purchase(maple, daysAgo(40), 900);
  return { ...agency, alder, harbour, maple, northlight };
}

const namesOf = async ({ admin }: Pick<Agency, 'admin'>, query: string): Promise<string[]> =>
  (await ask(admin, 'GET', `${path}?${query}`)).items.map(({ name }: { name: string }) => name);

test('who needs attention stands first, and every order has what is unknown at its end', async () => {
  const agency = await fernhill();
  const [alder, harbour, maple, northlight] = ['Alder Dental', 'harbour Cycles', 'Maple & Rye', 'Northlight Yoga'];

  expect(await namesOf(agency, '')).toEqual([alder, harbour, northlight, maple]);
  expect(await namesOf(agency, 'sort=name')).toEqual([alder, harbour, maple, northlight]);
  expect(await namesOf(agency, 'sort=-name')).toEqual([northlight, maple, harbour, alder]);
  expect(await namesOf(agency, 'sort=contacts')).toEqual([alder, maple, northlight, harbour]);
  expect(await namesOf(agency, 'sort=-contacts')).toEqual([harbour, northlight, maple, alder]);
  expect(await namesOf(agency, 'sort=-growth')).toEqual([maple, alder, harbour, northlight]);
  expect(await namesOf(agency, 'sort=-lastSent')).toEqual([maple, alder, harbour, northlight]);
  expect(await namesOf(agency, 'sort=lastSent')).toEqual([harbour, alder, maple, northlight]);
  expect(await namesOf(agency, 'sort=-revenue')).toEqual([harbour, alder, maple, northlight]);
  expect(await namesOf(agency, 'sort=revenue')).toEqual([maple, alder, harbour, northlight]);
});

test('pages follow each other in every order without a gap or a repeat', async () => {
  const agency = await fernhill();
  for (const sort of ['attention', 'name', '-name', '-contacts', 'growth', '-lastSent', 'revenue']) {
    const whole = await namesOf(agency, `sort=${sort}`);
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = await ask(agency.admin, 'GET', `${path}?sort=${sort}&limit=3${cursor}`);
      paged.push(...page.items.map(({ name }: { name: string }) => name));
      expect(page.total).toBe(4);
      cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
    } while (cursor);

    expect(paged, sort).toEqual(whole);
  }
});

test('a cursor of another order is refused', async () => {
  const { admin } = await fernhill();
  const { nextCursor } = await ask(admin, 'GET', `${path}?sort=name&limit=1`);

  const answer = await admin.request('GET', `${path}?sort=-revenue&cursor=${nextCursor}`);

  expect(answer).toMatchObject({ status: 400, body: { fields: { cursor: expect.any(String) } } });
});

test('a part of the name and the health narrow the list, and not the sums', async () => {
  const agency = await fernhill();

  expect(await namesOf(agency, 'search=HARB')).toEqual(['harbour Cycles']);
  expect(await namesOf(agency, 'health=at-risk')).toEqual(['Alder Dental']);
  expect(await namesOf(agency, 'health=watch')).toEqual(['harbour Cycles']);
  expect(await namesOf(agency, 'health=good&search=maple')).toEqual(['Maple & Rye']);
  expect(await ask(agency.admin, 'GET', `${path}?search=nobody`)).toMatchObject({
    items: [],
    total: 0,
    sums: { contacts: 25, growing: 1, clients: 4, sent: 200, growth: 3, revenue: 1_400 },
  });
});

test('a client that is added or switched off is seen at once', async () => {
  const agency = await fernhill();
  await namesOf(agency, '');
  await agency.client('Zest');
  expect(await namesOf(agency, 'sort=-name&limit=1')).toEqual(['Zest']);

  await ask(agency.admin, 'PUT', `/api/clients/${agency.alder}`, { isActive: false });

  expect(await namesOf(agency, 'sort=name&limit=1')).toEqual(['harbour Cycles']);
});

test('a plan without a limit has no share', async () => {
  const agency = await fernhill();
  await agency.run(`update organizations set subscription_tier = 'system' where id = $1`);

  const { items, sums } = await ask(agency.admin, 'GET', path);

  expect([items[0].planShare, sums.limit, sums.tier]).toEqual([null, null, 'system']);
});

test('nobody who is limited to clients, or looks at one, is answered; everybody else is, whatever the role', async () => {
  const { admin, alder, maple } = await fernhill();
  const asked = async (person: Pick<typeof admin, 'request'>) =>
    [await person.request('GET', path), await person.request('GET', `${path}/attention`)].map(({ status }) => status);

  for (const role of ['USER', 'VIEWER'] as const) {
    expect(await asked(await joinTeam(api, admin, role, alder))).toEqual([403, 403]);
    expect(await asked(await joinTeam(api, admin, role, alder, maple))).toEqual([403, 403]);
  }
  const viewer = await joinTeam(api, admin, 'VIEWER');
  expect(await asked(viewer)).toEqual([200, 200]);
  await show(viewer, alder);
  expect(await asked(viewer)).toEqual([403, 403]);
  expect(await asked(await registerAdmin(api, 'BUSINESS'))).toEqual([403, 403]);
});

test('an agency without clients has an empty list', async () => {
  const { admin } = await createAgency(api);

  expect(await ask(admin, 'GET', path)).toMatchObject({ items: [], total: 0, nextCursor: null, sums: { clients: 0 } });
  expect(await ask(admin, 'GET', `${path}/attention`)).toEqual({ items: [], total: 0, snoozed: 0, clear: 0 });
});
