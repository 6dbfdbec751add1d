import { mostSortedByField } from '@waggle/contracts/contacts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  for (const [label, type] of [
    ['City', 'text'],
    ['Points', 'number'],
    ['Birthday', 'date'],
  ])
    await admin.request('POST', '/api/contact-fields', { label, type });
  // Many alike, some without, some that a field of another type once wrote.
  await api.db.owner.query(
    `insert into contacts (organization_id, email, status, attributes)
     select $1, 'p' || n || '@a.example', (array['active', 'lead'])[n % 2 + 1], jsonb_strip_nulls(jsonb_build_object(
       'city', (array['Berlin', 'ávila', repeat('İ', 500), 'Zug', null])[n % 5 + 1],
       'points', case when n % 7 = 0 then to_jsonb('many'::text) when n % 4 > 0 then to_jsonb((n % 9 - 4) * 1.5e20) end,
       'birthday', case when n % 3 > 0 then (date '1960-01-31' + n % 40)::text end))
     from generate_series(1, 300) n`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

async function everyPage(question: Record<string, string>) {
  const items: { id: string; attributes: Record<string, string | number> }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked = new URLSearchParams({ ...question, limit: '37', ...(cursor ? { cursor } : {}) });
    const { status, body } = await admin.request('GET', `/api/contacts?${asked.toString()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ exact: true });
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

const list = (question: string) => admin.request('GET', `/api/contacts?${question}`);

describe('V16: a list sorted by a custom field', () => {
  test.each(['points', '-points', 'birthday', '-birthday'])('is whole and in order by %s', async (sort) => {
    const key = sort.replace('-', '');
    const type = key === 'points' ? 'number' : 'string';

    const items = await everyPage({ sort: sort.replace(key, `custom.${key}`) });

    const values = items.map(({ attributes }) => attributes[key]);
    const known = values.filter((value) => typeof value === type);
    const inOrder = known.toSorted((one, other) => (one! < other! ? -1 : one === other ? 0 : 1));
    expect(new Set(items.map(({ id }) => id)).size).toBe(300);
    expect(known).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
    // Whoever has none comes last, both ways.
    expect(values.findIndex((value) => typeof value !== type)).toBe(known.length);
  });

  test('does not tell capitals apart, and has room for the longest values', async () => {
    const items = await everyPage({ sort: 'custom.city', status: 'lead' });

    const cities = items.map(({ attributes }) => String(attributes['city'] ?? '')).filter(Boolean);
    expect(items.length).toBe(150);
    expect(cities.length).toBe(120);
    expect(cities.indexOf('Zug')).toBeGreaterThan(cities.lastIndexOf('Berlin'));
  });

  test('is searched and filtered as any other', async () => {
    const { body } = await list('sort=-custom.points&search=p12%40');

    expect(body).toMatchObject({ total: 1, items: [{ email: 'p12@a.example' }] });
  });

  test('is refused for a field that is gone and for an order nobody could have been given', async () => {
    const cursor = (value: string) =>
      Buffer.from(JSON.stringify([value, admin.user.organizationId])).toString('base64url');

    const gone = await list('sort=custom.gone');
    const wrong = await Promise.all(
      ['1e999', '1e-999', 'x', '1;', ''].map((value) => list(`sort=custom.points&cursor=${cursor(value)}`)),
    );
    const strange = await Promise.all(
      ['custom.', 'custom.Ä', 'custom', "custom.a'--"].map((sort) => list(`sort=${sort}`)),
    );

    expect(gone).toMatchObject({
      status: 400,
      body: { fields: { sort: expect.stringContaining('no longer exists') } },
    });
    expect([...wrong, ...strange].map(({ status }) => status)).toEqual(Array(9).fill(400));
    for (const value of ['-Infinity', '-0', '5e-324', '1.7976931348623157e+308'])
      expect((await list(`sort=custom.points&cursor=${cursor(value)}`)).status).toBe(200);
  });

  test('is offered up to a number of contacts, and of more than that behind a filter', async () => {
    await api.db.owner.query(
      `insert into contacts (organization_id, email, source)
       select $1, 'm' || n || '@b.example', 'api' from generate_series(1, $2::int) n`,
      [admin.user.organizationId, mostSortedByField - 299],
    );

    const all = await list('sort=custom.city');
    const matching = await list('sort=custom.city&search=example');
    const some = await list('sort=custom.city&source=manual');

    const refused = { status: 400, body: { code: 'too_complex', fields: { sort: expect.stringContaining('5,000') } } };
    expect(all).toMatchObject(refused);
    expect(matching).toMatchObject(refused);
    expect(some).toMatchObject({ status: 200, body: { total: 300 } });
  });
});
