import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

/** More than the windows of the list, so that every way to a page is taken. */
const many = 12_000;

let api: TestApi;
let admin: Person;
const tags: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  const organization = admin.user.organizationId;
  await api.db.owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, status, created_at)
     select $1, 'c' || n || '@' || n % 5 || '.example', (array['Ada', 'Ben', 'Cem'])[n % 3 + 1],
       case when n % 1000 = 0 then 'Rare' when n % 40 = 0 then 'Some' else 'Most' end,
       case when n % 4 = 0 then 'lead' else 'active' end, now() - make_interval(secs => n / 3)
     from generate_series(1, $2::int) n`,
    [organization, many],
  );
  for (const [name, every] of [
    ['often', 2],
    ['seldom', 300],
  ] as const) {
    tags[name] = (await admin.request('POST', '/api/tags', { name })).body.id;
    await api.db.owner.query(
      `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
       select organization_id, id, $2, created_at from contacts where organization_id = $1 and ltrim(split_part(email, '@', 1), 'c')::int % $3 = 0`,
      [organization, tags[name], every],
    );
  }
  await api.db.owner.query('analyze');
});
afterAll(() => api.close());

async function everyPage(question: Record<string, string>) {
  const ids: string[] = [];
  const totals = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked = new URLSearchParams({ ...question, limit: '100', ...(cursor ? { cursor } : {}) });
    const { status, body } = await admin.request('GET', `/api/contacts?${asked.toString()}`);
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    if (body.exact) totals.add(body.total);
    else expect(body.total).toBeGreaterThan(body.items.length);
    cursor = body.nextCursor;
  }
  return { ids, totals: [...totals] };
}

/** A connection says what it read after ten idle seconds, or when it ends. */
async function closeConnections(): Promise<void> {
  const { owner } = api.db;
  const others = `from pg_stat_activity where datname = current_database() and usename = 'waggle_app'`;
  await owner.query(`select pg_terminate_backend(pid) ${others}`);
  await vi.waitFor(async () => expect((await owner.query(`select ${others}`)).rowCount).toBe(0), { timeout: 60_000 });
}

const orders = {
  '-createdAt': 'created_at desc, id desc',
  email: 'email_folded, id',
  '-name': 'name_folded desc, id desc',
  '-lastActivityAt': 'last_activity_at desc, id desc',
  status: 'status, id',
};

describe('a list of more contacts than anybody looks through', () => {
  // First, so that everything after it meets the same plans.
  test('reads a page and not the organization, though others have a single contact each', async () => {
    const { owner } = api.db;
    for (const table of ['contacts', 'contact_tags'])
      await owner.query(`alter table ${table} alter organization_id set (n_distinct = 1000000)`);
    await owner.query('analyze contacts, contact_tags');
    // What was read to fill the tables must not be told in the middle.
    await owner.query('select pg_stat_force_next_flush()');
    const entriesRead = async () => {
      const { rows } = await owner.query<{ entries: string }>(
        `select sum(idx_tup_read) as entries from pg_stat_user_indexes where relname in ('contacts', 'contact_tags')`,
      );
      return Number(rows[0]?.entries);
    };
    const pages = [
      '',
      'sort=name',
      'sort=-email',
      'search=c77%40',
      'search=ada+rare',
      'sort=-lastActivityAt',
      'sort=status',
      'sort=-source',
      `tagId=${tags['often']}`,
    ];

    const before = await entriesRead();
    for (const question of [...pages, 'search=most'])
      expect((await admin.request('GET', `/api/contacts?limit=20&${question}`)).status).toBe(200);
    await closeConnections();

    const read = (await entriesRead()) - before;
    expect(read).toBeGreaterThan(0);
    // The last one looks at the next 1,000 rows in order.
    expect(read).toBeLessThan(pages.length * 200 + 1_500);
  });

  test.each([
    ['a word of most', { search: 'most' }, `last_name = 'Most'`],
    ['a word of some', { search: 'some' }, `last_name = 'Some'`],
    ['a rare name', { search: 'ben rare' }, `last_name = 'Rare' and first_name = 'Ben'`],
    ['an address', { search: 'c77@' }, `email like 'c77@%'`],
    ['a status', { status: 'lead' }, `status = 'lead'`],
    ['a frequent tag', { tag: 'often' }, `ltrim(split_part(email, '@', 1), 'c')::int % 2 = 0`],
    ['a seldom tag', { tag: 'seldom' }, `ltrim(split_part(email, '@', 1), 'c')::int % 300 = 0`],
    ['all of it', { tag: 'often', status: 'lead', search: 'some' }, `last_name = 'Some'`],
  ])(
    'page by page is exactly who has %s, in every order',
    async (_, { tag, ...filter }: Record<string, string>, where) => {
      for (const [sort, order] of Object.entries(orders)) {
        const { rows } = await api.db.owner.query<{ id: string }>(
          `select id from contacts where organization_id = $1 and ${where} order by ${order}`,
          [admin.user.organizationId],
        );

        const { ids, totals } = await everyPage({ ...filter, sort, ...(tag ? { tagId: tags[tag] ?? '' } : {}) });

        expect(ids).toEqual(rows.map(({ id }) => id));
        expect(totals.every((total) => total === (rows.length as unknown))).toBe(true);
      }
    },
  );

  test('knows totals without counting, and says when it does not', async () => {
    const total = async (query: string) => {
      const { total, exact } = (await admin.request('GET', `/api/contacts?limit=25${query}`)).body;
      return [total, exact];
    };

    expect(await total('')).toEqual([many, true]);
    expect(await total('&status=lead')).toEqual([many / 4, true]);
    expect(await total(`&tagId=${tags['often']}`)).toEqual([many / 2, true]);
    expect(await total('&search=rare')).toEqual([12, true]);
    expect(await total('&search=most')).toEqual([26, false]);
    expect((await admin.request('GET', '/api/contacts/count?search=most')).body.count).toBe(many - many / 40);
  });

  test('is summarized by status and against the plan', async () => {
    const { body } = await admin.request('GET', '/api/contacts/summary');

    expect(body).toEqual({
      total: many,
      byStatus: { active: (many * 3) / 4, lead: many / 4, unsubscribed: 0, bounced: 0, complained: 0 },
      counted: many,
      limit: 100,
    });
  });
});
