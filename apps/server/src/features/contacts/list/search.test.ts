import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { plainWords } from './search.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  await api.db.owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, phone, phone_e164) values
     ($1, 'Petra.Haas@Mail.example', 'Petra', 'Haas', '+44 20 7946 0321', '+442079460321'),
     ($1, 'p.petrov@mail.example', 'Peter', 'Petrov', '030 1234 567', null),
     ($1, 'eva@mail.example', 'Éva', 'García-Müller', null, null),
     ($1, 'petra@haasbakery.example', 'Kowalski', null, null, null)`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

const found = async (search: string, caller: Pick<Person, 'request'> = admin) => {
  const { status, body } = await caller.request(
    'GET',
    `/api/contacts?${new URLSearchParams({ search, sort: 'email' }).toString()}`,
  );
  expect(status).toBe(200);
  return (body.items as { email: string }[]).map(({ email }) => email.split('@')[0]?.toLowerCase());
};

describe('a search', () => {
  test('of plain text is cut into the words the database cuts it into', async () => {
    const sign = fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code));
    const texts = fc.sample(fc.string({ unit: sign, maxLength: 40 }), { numRuns: 2_000, seed: 7 });

    const { rows } = await api.db.owner.query<{ words: string[] }>(
      'select public.words_in(content) as words from unnest($1::text[]) with ordinality as typed (content, place) order by place',
      [texts],
    );

    expect(rows.map(({ words }) => words)).toEqual(texts.map((text) => plainWords(text)));
    expect(plainWords('Éva')).toBeUndefined();
  });

  test.each([
    ['petra', ['petra.haas', 'petra']],
    ['PET', ['p.petrov', 'petra.haas', 'petra']],
    ['haas pet mail', ['petra.haas']],
    ['ha mail', ['petra.haas']],
    ['aas', []],
    ['eva garcia', ['eva']],
    ['ÉVA GARCÍA', ['eva']],
    ['garcia-muller', ['eva']],
    ['muller', ['eva']],
  ])('finds words by their beginnings, without accents and capitals: %s', async (search, emails) => {
    expect(await found(search)).toEqual(emails);
  });

  test.each([
    ['petra haas', ['petra.haas']],
    ['Haas, Petra', ['petra.haas']],
    ['haas petra', ['petra.haas']],
    ['petra.ha', ['petra.haas']],
    ['eva garcía müller', ['eva']],
    ['muller eva', ['eva']],
    ['pet haas', ['petra.haas', 'petra']],
    ['petra haasb', ['petra']],
    ['kowalski petra', ['petra']],
  ])('of several words is a name if anybody has it, else each begins a word: %s', async (search, emails) => {
    expect(await found(search)).toEqual(emails);
  });

  test.each([
    ['petra@', ['petra']],
    ['PETRA.HAAS@mail.ex', ['petra.haas']],
    ['p@', []],
    ['@mail.example', ['eva', 'p.petrov', 'petra.haas']],
  ])('with an @ is the beginning of an address: %s', async (search, emails) => {
    expect(await found(search)).toEqual(emails);
  });

  test.each([
    '+44 20 7946 0321',
    '+442079460321',
    '00442079460321',
    '020 7946 0321',
    '2079460321',
    '(20) 7946-0321',
    '946 0321',
    '7946',
  ])('finds a number however it is typed: %s', async (search) => {
    expect(await found(search)).toEqual(['petra.haas']);
  });

  test.each(['030 1234 567', '030 1234', '1234'])('finds a number that names no country: %s', async (search) => {
    expect(await found(search)).toEqual(['p.petrov']);
  });

  test.each([
    ['petre', ['petra.haas', 'petra']],
    ['kowalsky', ['petra']],
    ['kowalsky petra', ['petra']],
    ['gracia', ['eva']],
    ['xqzzwv', []],
    ['hass', ['petra.haas', 'petra']],
    ['haz', []],
  ])('forgives typing errors in words of four letters and more: %s', async (search, emails) => {
    expect(await found(search)).toEqual(emails);
  });

  test('says which words it looked for instead', async () => {
    const searchedFor = async (search: string) =>
      (await admin.request('GET', `/api/contacts?${new URLSearchParams({ search }).toString()}`)).body.searchedFor;

    expect(await Promise.all(['petra', 'kowalsky petra', 'xqzzwv'].map(searchedFor))).toEqual([
      null,
      'kowalski petra',
      null,
    ]);
  });

  test('counts what it shows, corrected or not', async () => {
    const count = async (search: string) =>
      (await admin.request('GET', `/api/contacts/count?${new URLSearchParams({ search }).toString()}`)).body.count;

    const searches = ['petra', 'kowalsky', 'p@', 'xqzzwv', 'petra haas', 'pet haas'];
    expect(await Promise.all(searches.map(count))).toEqual([2, 1, 0, 0, 1, 2]);
  });

  test('never looks into another organization or another client', async () => {
    const tenant = await createTenantFixture(api);
    const limited = await enter(api, tenant, 'limited');

    expect(await found('petra', limited)).toEqual([]);
    expect(await found('contact', limited)).toHaveLength(1);
    expect(await found('contakt', limited)).toHaveLength(1);
  });
});
