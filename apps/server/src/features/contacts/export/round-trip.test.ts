import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { fronts, starts } from '../../../../test/security/formulas.ts';
import { importer } from '../import/test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const sets = casesOf(20);
const people = 25;

const unit = fc.constantFrom(...starts, ...fronts, ...Array.from('aZ0éß☕日ا"\'`,;\\|/ %{}<>&'), '👩‍🚀', 'e\u0301');
const text = (most: number) =>
  fc.oneof(fc.string({ unit, maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 12 })).map((value) =>
    value
      .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '')
      .slice(0, most)
      .toWellFormed()
      .trim(),
  );

const contact = fc.record({
  local: fc.stringMatching(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,12}$/),
  firstName: text(100),
  lastName: text(100),
  phone: fc.oneof(text(40), fc.constantFrom('+44 20 7946 0000', '-1', '=1', '(555) 1')),
  company: text(120),
  timeZone: fc.constantFrom('', 'Asia/Tokyo', 'America/New_York', 'Etc/GMT-14', 'UTC'),
  source: fc.constantFrom('manual', 'import', 'form', 'api', 'automation'),
  tags: fc.array(text(60).filter(Boolean), { maxLength: 5 }),
  day: fc.integer({ min: 1, max: 20_000 }),
  note: text(200),
  size: fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom(0.5, -12.25)),
  vip: fc.boolean(),
});
type Someone = typeof contact extends fc.Arbitrary<infer Value> ? Value : never;

async function organization(): Promise<Person> {
  const admin = await registerAdmin(api);
  const { organizationId } = admin.user;
  // West of UTC, where midnight there is the day before.
  await admin.request('PUT', '/api/organization', { name: 'House', timezone: 'America/Los_Angeles' });
  await api.db.owner.query(
    `insert into contact_fields (organization_id, key, label, type)
     values ($1, 'note', '=Note; "of" us', 'text'), ($1, 'size', 'Size', 'number'), ($1, 'vip', 'VIP', 'boolean')`,
    [organizationId],
  );
  return admin;
}

/** Names that differ by capitals alone are one tag. */
const distinct = (names: string[]) => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];

async function fill({ user }: Person, set: Someone[]): Promise<void> {
  const names = distinct(set.flatMap(({ tags }) => tags));
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const rows = set.map(({ local, tags, note, size, vip, day, ...rest }, at) => ({
    ...rest,
    email: `${local}.${at}@Bee.example`,
    createdAt: new Date(day * 86_400_000).toISOString(),
    attributes: { size, vip, ...(note && { note }) },
    tags: distinct(tags).map((name) => known.get(name.toLowerCase())),
  }));
  await api.db.owner.query(`insert into tags (organization_id, name) select $1, unnest($2::text[])`, [
    user.organizationId,
    names,
  ]);
  await api.db.owner.query(
    `with given as (select r from jsonb_array_elements($2::jsonb) as element (r)),
     added as (
       insert into contacts (organization_id, email, first_name, last_name, phone, company, time_zone, source, created_at, attributes)
       select $1, r ->> 'email', nullif(r ->> 'firstName', ''), nullif(r ->> 'lastName', ''), nullif(r ->> 'phone', ''), nullif(r ->> 'company', ''), nullif(r ->> 'timeZone', ''),
         r ->> 'source', (r ->> 'createdAt')::timestamptz, r -> 'attributes' from given returning id, email, created_at)
     insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select $1, added.id, tags.id, added.created_at from added join given on r ->> 'email' = email, jsonb_array_elements_text(r -> 'tags') as tag (name)
     join tags on tags.organization_id = $1 and tags.name = tag.name`,
    [user.organizationId, JSON.stringify(rows)],
  );
}

async function exported(admin: Person): Promise<string> {
  const fields = 'email,firstName,lastName,phone,company,timeZone,source,tags,createdAt';
  const answer = await admin.request('GET', `/api/contacts/export?fields=${fields}&custom=note,size,vip`);
  expect(answer.status).toBe(200);
  return answer.body as string;
}
const linesOf = (file: string) => file.split('\n').sort();

test('B06 what was exported can be imported, and its export is the same file', async () => {
  for (const set of fc.sample(fc.array(contact, { minLength: people, maxLength: people }), sets)) {
    const [here, there] = [await organization(), await organization()];
    await fill(here, set);
    const file = await exported(here);

    const { id, columns } = await importer(there).opened(file);
    const keys = ['note', 'size', 'vip'];
    const mapped = columns.map(({ guess }: { guess: object }, at: number) =>
      at < 9 ? guess : { to: 'custom', key: keys[at - 9] },
    );
    const checked = await importer(there).check(id, { columns: mapped });
    expect(checked.status).toBe(200);
    await importer(there).until(id, (state) => state !== 'checking');
    const done = await importer(there).start(id);

    expect(done.errors).toEqual([]);
    expect(done.counts).toMatchObject({ created: people });
    expect(linesOf(await exported(there))).toEqual(linesOf(file));
  }
}, 180_000);
