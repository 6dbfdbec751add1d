import { type Company, companySorts } from '@waggle/contracts/companies';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await registerAdmin(api);
});

type Given = { clientId?: string | null; status?: string; daysAgo?: number };
const add = (company: string | null, people: number, { clientId = null, status = 'active', daysAgo = 0 }: Given = {}) =>
  api.db.owner.query(
    `insert into contacts (organization_id, client_id, email, company, status, last_activity_at)
     select $1, $2, new_id() || '@company.example', $3, $4, now() - make_interval(days => $5) from generate_series(1, $6::int)`,
    [admin.user.organizationId, clientId, company, status, daysAgo, people],
  );
const list = (question: Record<string, string> = {}, person: Pick<Person, 'request'> = admin) =>
  ask(person, 'GET', `/api/contacts/companies?${new URLSearchParams(question).toString()}`) as Promise<{
    items: Company[];
    nextCursor: string | null;
    total: number;
  }>;
const figures = async (question: Record<string, string> = {}, person: Pick<Person, 'request'> = admin) =>
  (await list(question, person)).items.map(({ name, contacts, mailable }) => [name, contacts, mailable]);
const show = (clientId: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
const client = async (name: string) => (await ask(admin, 'POST', '/api/clients', { name })).id as string;

test('a company is one row whatever its capitals and spaces, named as most of its contacts have it', async () => {
  await add('Acme Baking', 3);
  await add('ACME  baking', 2, { status: 'unsubscribed' });
  await add('acmebaking', 1, { status: 'lead' });
  await add('Blue Sky', 2, { status: 'bounced' });
  await add(null, 4);

  expect(await figures()).toEqual([
    ['Acme Baking', 6, 4],
    ['Blue Sky', 2, 0],
  ]);
});

test('last activity is that of whoever was active last, and goes with them', async () => {
  await add('Acme', 1, { daysAgo: 9 });
  await add('acme', 1, { daysAgo: 2 });
  const [before] = (await list()).items;
  await api.db.owner.query(`delete from contacts where organization_id = $1 and company = 'acme'`, [
    admin.user.organizationId,
  ]);
  const [after] = (await list()).items;

  const daysSince = (at: string | null | undefined) => Math.round((Date.now() - Date.parse(at ?? '')) / 86_400_000);
  expect([daysSince(before?.lastActivityAt), daysSince(after?.lastActivityAt)]).toEqual([2, 9]);
  expect(after?.id).toBe(before?.id);
});

test.each(companySorts)('page by page is the whole of it, sorted by %s', async (sort) => {
  // Few numbers, so that most companies tie with others.
  for (let at = 0; at < 23; at += 1) await add(`Company ${String(at)}`, (at % 3) + 1, { daysAgo: at % 4 });
  const sign = sort.startsWith('-') ? -1 : 1;
  const seen: Company[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list({ sort, limit: '5', ...(cursor ? { cursor } : {}) });
    seen.push(...page.items);
    cursor = page.nextCursor;
    expect(page.total).toBe(23);
  }

  const valueOf = ({ name, contacts }: Company) =>
    sort.endsWith('contacts') ? contacts : name.toLowerCase().replaceAll(' ', '');
  const values = seen.map(valueOf);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(23);
  expect(values).toEqual([...values].sort((one, other) => sign * (one < other ? -1 : one > other ? 1 : 0)));
});

test('a search finds a company by any part of its name, whatever its accents, capitals and spaces', async () => {
  await add('Société Générale', 1);
  await add('T-Mobile', 1);
  await add('100% Bread_Co', 1);

  for (const [search, found] of [
    ['societe gene', ['Société Générale']],
    ['TMOBILE', ['T-Mobile']],
    ['100%', ['100% Bread_Co']],
    ['%', ['100% Bread_Co']],
    ['read_c', ['100% Bread_Co']],
    ["x' or 1=1", []],
  ] as const)
    expect(
      (await figures({ search })).map(([name]) => name),
      search,
    ).toEqual(found);
});

test('shows the companies of the client that is shown, and of nobody else to whoever is limited to one', async () => {
  const [bakery, cycles] = [await client('Bakery'), await client('Cycles')];
  await add('Acme', 2, { clientId: bakery });
  await add('acme', 3, { clientId: cycles });
  await add('Only cycles', 1, { clientId: cycles });
  const limited = await joinTeam(api, admin, 'VIEWER', bakery);

  expect(await figures()).toEqual([
    ['acme', 5, 5],
    ['Only cycles', 1, 1],
  ]);
  expect(await figures({}, limited)).toEqual([['Acme', 2, 2]]);
  await show(cycles);
  expect(await figures({ search: 'acme' })).toEqual([['acme', 3, 3]]);
  expect(await figures({}, await registerAdmin(api))).toEqual([]);
});

test('leads to its contacts: whoever has the company in any spelling, and nobody else', async () => {
  await add('Acme Baking', 3);
  await add('ACME  baking', 2);
  await add('Acme', 4);
  const total = async (op: string, value: string) => {
    const rules = JSON.stringify({ match: 'all', rules: [{ kind: 'text', field: 'company', op, value }] });
    return (await ask(admin, 'GET', `/api/contacts?${new URLSearchParams({ rules }).toString()}`)).total as number;
  };
  await add(null, 1);

  expect(await total('is', 'acmeBAKING')).toBe(5);
  expect(await total('isNot', 'Acme Baking')).toBe(5);
  expect(await total('contains', 'acme b')).toBe(3);
  expect(await total('isEmpty', '')).toBe(1);
  expect(await total('isNotEmpty', '')).toBe(9);
});

test('refuses what it does not know', async () => {
  for (const question of ['sort=password', 'limit=1000', 'client=x', 'cursor=x'])
    expect((await admin.request('GET', `/api/contacts/companies?${question}`)).status, question).toBe(400);
});

test('goes with the organization', async () => {
  await add('Acme', 2);
  await api.db.owner.query('delete from organizations where id = $1', [admin.user.organizationId]);

  const { rows } = await api.db.owner.query('select from contact_companies where organization_id = $1', [
    admin.user.organizationId,
  ]);
  expect(rows).toEqual([]);
});
