import * as contract from '@waggle/contracts/contacts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { foundIds } from './found-ids.sql.ts';
import { countContacts } from './list.ts';

/** Hundreds of requests on a machine that may be busy with other tests. */

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  // Few first names and few moments, so that most rows tie with others; some names are long and not ASCII.
  await api.db.owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, status, source, company, created_at, last_activity_at)
     select $1, 'Person' || n || '@' || (n % 7) || '.example',
       (array['Ada', 'grace', 'Émilie', null, repeat('語', 100)])[n % 5 + 1], (array['Lovelace', 'HOPPER', null])[n % 3 + 1],
       (array['active', 'lead', 'unsubscribed'])[n % 3 + 1], (array['manual', 'import'])[n % 2 + 1], (array['Acme', 'ac me', 'Zoë', null, repeat('語', 120)])[n % 5 + 1],
       now() - make_interval(secs => n % 50), now() - make_interval(secs => n % 30)
     from generate_series(1, 1000) n`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

const list = async (question: Record<string, string>) => {
  const answer = await admin.request('GET', `/api/contacts?${new URLSearchParams(question).toString()}`);
  expect(answer.status).toBe(200);
  return answer.body as { items: contract.Contact[]; nextCursor: string | null; total: number };
};

async function everyPage(question: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list({ ...question, limit: '83', ...(cursor ? { cursor } : {}) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

const columns: Record<string, string> = {
  createdAt: 'created_at',
  lastActivityAt: 'last_activity_at',
  email: 'lower(email)',
  name: 'name_folded',
  status: 'status',
  source: 'source',
  // Whoever has none comes last both ways.
  company: `company_key = '', company_key`,
};

describe('the list of contacts', () => {
  test.each(contract.contactSorts)('page by page is the whole of it, sorted by %s', async (sort) => {
    const way = sort.startsWith('-') ? 'desc' : 'asc';
    const { rows } = await api.db.owner.query<{ id: string }>(
      `select id from contacts where organization_id = $1 order by ${columns[sort.replace('-', '')]} ${way}, id ${way}`,
      [admin.user.organizationId],
    );

    const ids = await everyPage({ sort });

    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  test('is narrowed by status, source and tag, and by all of them', async () => {
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'Chosen' });
    await api.db.owner.query(
      `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
       select organization_id, id, $2, created_at from contacts where organization_id = $1 and status = 'lead' and email like 'Person1%'`,
      [admin.user.organizationId, tag.id],
    );
    const count = async (where: string) =>
      (
        await api.db.owner.query<{ rows: number }>(
          `select count(*)::int as rows from contacts where organization_id = $1 and ${where}`,
          [admin.user.organizationId],
        )
      ).rows[0]!.rows;

    const byStatus = await list({ status: 'lead' });
    const bySource = await list({ source: 'import', limit: '5' });
    const byTag = await list({ tagId: tag.id });
    const byAll = await list({ tagId: tag.id, status: 'lead', source: 'manual', search: 'person10' });

    expect(byStatus.total).toBe(await count(`status = 'lead'`));
    expect(bySource.total).toBe(await count(`source = 'import'`));
    expect(byTag.total).toBe(await count(`status = 'lead' and email like 'Person1%'`));
    expect(byTag.items.every(({ tags }) => tags[0]?.name === 'Chosen')).toBe(true);
    expect(byAll.total).toBe(await count(`status = 'lead' and source = 'manual' and email like 'Person10%'`));
    expect((await everyPage({ status: 'lead', sort: 'name' })).length).toBe(byStatus.total);
  });

  test('is searched in names, address and phone', async () => {
    const { body: contact } = await admin.request('POST', '/api/contacts', {
      email: 'alan@bletchley.example',
      firstName: 'Alan',
      lastName: 'Turing',
      phone: '+44 20 7946 0000',
    });

    const found = await Promise.all(
      ['alan turing', 'TURING', 'bletchley', '7946'].map(async (search) => (await list({ search })).items),
    );

    for (const items of found) expect(items.map(({ id }) => id)).toEqual([contact.id]);
  });

  test('is found in spite of a typing error', async () => {
    await admin.request('POST', '/api/contacts', {
      email: 'k.j@nasa.example',
      firstName: 'Katherine',
      lastName: 'Johnson',
    });

    const found = await Promise.all(
      ['Kathrine', 'Jonhson', 'kahterine johnson', 'katerine'].map(async (search) => (await list({ search })).items),
    );

    for (const items of found) expect(items.map(({ email }) => email)).toContain('k.j@nasa.example');
  });

  test('shows no similar words where there are rows with the word itself', async () => {
    const { items } = await list({ search: 'hopper', limit: '100' });

    expect(items.every(({ lastName }) => lastName === 'HOPPER')).toBe(true);
  });

  test('takes what is typed as text, not as a pattern', async () => {
    await admin.request('POST', '/api/contacts', { email: 'odd@house.example', firstName: "100%_\\ it's" });

    const found = await Promise.all(
      ['100%', '10_', '%', '_\\', "it's", 'odd:*', '!odd', '.'].map(async (search) => (await list({ search })).total),
    );

    expect(found).toEqual([1, 1, 0, 1, 1, 0, 0, 0]);
  });

  test('finds nobody by the mark that stands before every name in the index', async () => {
    const stranger = await registerAdmin(api);
    const { organizationId } = stranger.user;
    // No word of theirs begins with a digit or with a letter of a hexadecimal number.
    for (const [email, firstName] of [
      ['zoe@zoo.zone', 'Zoe'],
      ['umit@zoo.zone', null],
      ['max@zoo.zone', 'Max Quist'],
    ])
      await stranger.request('POST', '/api/contacts', { email, firstName });
    const mark = organizationId.slice(-8);
    const ctx = {
      db: api.database.tenant({ organizationId }),
      organizationId,
      actor: { kind: 'job', name: 'test' },
      now: () => new Date(),
    } as const;

    for (let length = 1; length <= mark.length; length += 1) {
      const search = mark.slice(0, length);
      const { body } = await stranger.request('GET', `/api/contacts?search=${search}`);
      expect([body.total, body.items], search).toEqual([0, []]);
      expect(await countContacts(ctx, { search }), search).toBe(0);
      const ids = await sql`${await foundIds(ctx, search)}`.execute(ctx.db);
      expect(ids.rows, search).toEqual([]);
    }
    for (const search of ['z', 'max q', 'quist', 'zoo'])
      expect((await stranger.request('GET', `/api/contacts?search=${search}`)).body.total, search).toBe(
        { z: 3, 'max q': 1, quist: 1, zoo: 3 }[search],
      );
    const [named] = [
      await stranger.request('POST', '/api/contacts', { email: 'w@zoo.zone', firstName: `${mark.slice(0, 2)}x` }),
    ];
    expect((await stranger.request('GET', `/api/contacts?search=${mark.slice(0, 2)}`)).body.items).toMatchObject([
      { id: named.body.id },
    ]);
  });

  test('answers any search, however strange', async () => {
    const strange = fc.constantFrom(
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '\0',
      '\ud800',
      'İ',
      '语',
      "'); drop table contacts",
      '$1',
    );
    const text = fc.oneof(strange, fc.string({ unit: 'binary', maxLength: 220 }), fc.string({ unit: 'grapheme' }));

    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('name', '-email', '-createdAt', '-lastActivityAt', 'source'),
        async (search, sort) => {
          const question = new URLSearchParams({ search, sort, limit: '5' }).toString();

          const { status } = await admin.request('GET', `/api/contacts?${question}`);

          expect([200, 400]).toContain(status);
        },
      ),
      { numRuns: 300 },
    );
  });
});
