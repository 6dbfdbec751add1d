import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../harness/cases.ts';
import { registerAdmin, type Person } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { day, email, firstName } from './filled-forms.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await tier('system');
});
afterAll(() => api.close());

const tier = (name: string) =>
  api.db.owner.query('update organizations set subscription_tier = $1 where id = $2', [
    name,
    admin.user.organizationId,
  ]);
const create = async (more: object = {}): Promise<string> => {
  const body = { name: 'Bread club', fields: [firstName, email, day], settings: { title: 'Join' }, ...more };
  return (await admin.request('POST', '/api/forms', body)).body.id;
};
const addContact = async (address: string, more: object = {}): Promise<string> =>
  (await admin.request('POST', '/api/contacts', { email: address, ...more })).body.id;

type Sent = { answers?: object; contactId?: string | null; address?: string; at?: string; outcome?: string };
/** As the drain writes it, counts included. */
async function send(
  formId: string,
  { answers = {}, contactId = null, address = '', at, outcome = 'known' }: Sent = {},
) {
  const id = randomUUID();
  const { organizationId } = admin.user;
  await sql`with counted as (
      update forms set submissions = submissions + 1 where organization_id = ${organizationId}::uuid and id = ${formId}::uuid)
    insert into form_submissions (organization_id, form_id, id, version, contact_id, address_hash, answers, outcome, submitted_at)
    select ${organizationId}::uuid, ${formId}::uuid, ${id}::uuid, 1, ${contactId}::uuid,
      public.hash_address('email', ${address}), ${JSON.stringify(answers)}::json, ${outcome}, coalesce(${at ?? null}::timestamptz, now())`.execute(
    api.database.tenant({ organizationId }),
  );
  return id;
}
const list = (formId: string, query: Record<string, string> = {}) =>
  admin.request('GET', `/api/forms/${formId}/submissions?${new URLSearchParams(query).toString()}`);
const figures = async (formId: string) => (await admin.request('GET', `/api/forms/${formId}/figures`)).body;

describe('the submissions of a form', () => {
  test('are listed newest first with the labels of their version, and page by page', async () => {
    const formId = await create();
    for (const n of [1, 2, 3])
      await send(formId, { answers: { field_1: `Person ${n}` }, at: `2026-03-0${n}T10:00:00Z` });

    const first = await list(formId, { limit: '2' });
    const second = await list(formId, { limit: '2', cursor: first.body.nextCursor });

    const names = [first, second].map(({ body }) => body.items.map((item: { data: object }) => item.data));
    expect(names).toEqual([[{ field_1: 'Person 3' }, { field_1: 'Person 2' }], [{ field_1: 'Person 1' }]]);
    expect([first.body.total, second.body.nextCursor]).toEqual([3, null]);
    expect(first.body.versions).toEqual([
      {
        version: 1,
        fields: [firstName, email, day].map(({ id, label, type }) => ({ id, label, type })),
      },
    ]);
  });

  test.each([
    ['hann', ['Hannah']],
    ['HANNAH', ['Hannah']],
    ['okafor hannah', ['Hannah']],
    ['hannah@mail', ['Hannah']],
    ['elif', ['Élif']],
    ['mail.example', ['Élif', 'Hannah']],
    ['friday', []],
    ['nah', []],
    [`'; drop`, []],
    ['\\', []],
    ['...', []],
  ])('are found by words that begin as typed: %s', async (search, found) => {
    const formId = await create();
    await send(formId, { answers: { field_1: 'Hannah', field_2: 'hannah@mail.example', field_3: 'Okafor,\nbaker' } });
    await send(formId, { answers: { field_1: 'Élif', field_2: 'elif@mail.example' } });
    await send(await create(), { answers: { field_1: 'Hannah' } });

    const { status, body } = await list(formId, { search });

    expect(status).toBe(200);
    expect(body.items.map(({ data }: { data: Record<string, string> }) => data['field_1']).toSorted()).toEqual(
      found.toSorted(),
    );
    expect(body.total).toBe(found.length);
  });

  test('keep words of any length and number without losing what was sent', async () => {
    const formId = await create();
    const long = `${'x'.repeat(4_990)} "end`;
    await send(formId, {
      answers: { field_1: long, field_3: Array.from({ length: 2_000 }, (_, n) => `w${n}`).join(' ') },
    });

    expect((await list(formId, { search: 'x'.repeat(200) })).body.total).toBe(1);
  });

  test('can be read one by one, with what the contact says differently', async () => {
    const fields = [firstName, email, { id: 'field_4', type: 'consent', label: 'Send me news', help: 'Twice a month' }];
    const formId = await create({ fields });
    const contactId = await addContact('theo@forms.example', { firstName: 'Theodor' });
    const answers = { field_1: 'Theo', field_2: 'THEO@forms.example', field_4: true };
    const id = await send(formId, { answers, contactId });

    const { body } = await admin.request('GET', `/api/forms/${formId}/submissions/${id}`);

    expect(body.answers).toEqual([
      { id: 'field_1', label: 'First name', type: 'text', value: 'Theo' },
      { id: 'field_2', label: 'Email', type: 'email', value: 'THEO@forms.example' },
      { id: 'field_4', label: 'Send me news', type: 'consent', value: true },
    ]);
    expect(body.consents).toEqual(['Send me news\nTwice a month']);
    expect(body.contact).toEqual({ id: contactId, name: 'Theodor', email: 'theo@forms.example' });
    expect(body.differences).toEqual([{ label: 'First name', sent: 'Theo', known: 'Theodor' }]);
    expect((await admin.request('GET', `/api/forms/${await create()}/submissions/${id}`)).status).toBe(404);
  });

  test('are exported with a column for every field there ever was, and no formula', async () => {
    const formId = await create({ name: 'Bread, "club"' });
    await send(formId, {
      answers: { field_1: '=1+1', field_2: 'a@b.example', field_3: 'Friday' },
      at: '2026-03-01T10:00:00Z',
    });
    await admin.request('PUT', `/api/forms/${formId}`, { fields: [{ ...firstName, label: 'Your first name' }, email] });
    await send(formId, { answers: { field_1: 'Ann' }, contactId: await addContact('ann@forms.example') });

    const { status, headers, body } = await admin.request('GET', `/api/forms/${formId}/submissions/export`);

    const lines = String(body).trimEnd().split('\n');
    expect(status).toBe(200);
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/_submissions_\d{4}-\d\d-\d\d\.csv/);
    expect(lines[0]).toBe('"Submitted","Your first name","Email","Pickup day","Contact","Version"');
    expect(lines[1]).toBe('"2026-03-01T10:00:00.000Z","\'=1+1","a@b.example","Friday","No Contact","1"');
    expect(lines[2]).toMatch(/"Ann","","","Contact Created","1"$/);
  });
});

describe('the figures of a form', () => {
  test('count the last seven days and the month of the time zone of the organization', async () => {
    const formId = await create();
    const contactId = await addContact('weekly@forms.example');
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const days of [0, 1, 6.9, 8, 13.5, 40]) await send(formId, { at: ago(days), contactId });
    await send(formId, { at: ago(41) });

    const found = await figures(formId);

    const month = Date.parse(found.monthStart);
    const inMonth = [0, 1, 6.9, 8, 13.5, 40, 41].filter((days) => Date.parse(ago(days)) >= month).length;
    expect(found).toMatchObject({
      total: 7,
      thisWeek: 3,
      weekBefore: 2,
      thisMonth: inMonth,
      uniqueContacts: 1,
      waiting: 0,
      since: expect.stringMatching(/Z$/),
    });
    const { body } = await admin.request('GET', '/api/forms?search=Bread&limit=1');
    expect(body.items[0].trend).toHaveLength(8);
    expect(body.items[0].trend.reduce((sum: number, week: number) => sum + week, 0)).toBe(7);
  });

  type Person = { address: string; id: string };
  type World = { formId: string; people: Person[]; alive: Set<Person>; sent: string[] };
  type Step =
    | { do: 'send'; person: number; days: number }
    | { do: 'delete'; which: number }
    | { do: 'merge'; one: number; other: number }
    | { do: 'erase'; person: number };

  const acts: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>, world: World) => Promise<unknown> } = {
    send: async ({ person: at, days }, { formId, people, alive, sent }) => {
      const person = people[at];
      const contactId = person && alive.has(person) ? person.id : null;
      const when = new Date(Date.now() - days * 86_400_000).toISOString();
      sent.push(await send(formId, { at: when, contactId, address: person?.address ?? '' }));
    },
    delete: async ({ which }, { formId, sent }) =>
      sent[which] && admin.request('DELETE', `/api/forms/${formId}/submissions/${sent[which]}`),
    merge: async ({ one, other }, { people, alive }) => {
      const [kept, gone] = [people[one]!, people[other]!];
      if (kept === gone || !alive.has(kept) || !alive.delete(gone)) return;
      const { status } = await admin.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: gone.id });
      expect(status).toBe(200);
    },
    erase: async ({ person }, { people, alive }) => {
      const { id, address } = people[person]!;
      if (!alive.delete(people[person]!)) return;
      expect((await admin.request('POST', `/api/contacts/${id}/erase`, { email: address })).status).toBe(204);
    },
  };
  const run = (step: Step, world: World) => acts[step.do](step as never, world);

  test('equal a recount after submissions, deletes, merges and erasures in any order', async () => {
    const { organizationId } = admin.user;
    let made = 0;
    const step = fc.oneof(
      fc.record({
        do: fc.constant('send' as const),
        person: fc.integer({ min: -1, max: 3 }),
        days: fc.integer({ min: 0, max: 70 }),
      }),
      fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }),
      fc.record({ do: fc.constant('merge' as const), one: fc.nat(3), other: fc.nat(3) }),
      fc.record({ do: fc.constant('erase' as const), person: fc.nat(3) }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const formId = await create();
        made += 1;
        const people = await Promise.all(
          [0, 1, 2, 3].map(async (n) => {
            const address = `p${made}-${n}@recount.example`;
            return { address, id: await addContact(address) };
          }),
        );
        const alive = new Set(people);
        const sent: string[] = [];
        for (const each of steps) await run(each, { formId, people, alive, sent });

        const counted = await figures(formId);
        const { rows } = await api.db.owner.query(
          `select count(*)::int as total, count(distinct contact_id)::int as people,
             count(*) filter (where submitted_at >= $3)::int as month,
             (select coalesce(sum(submissions), 0)::int from form_sent where form_id = $2 and unit = 'quarter') as quarters,
             (select coalesce(sum(submissions), 0)::int from form_sent where form_id = $2 and unit = 'day') as days,
             (select count(*)::int from form_contacts where form_id = $2) as contacts
           from form_submissions where organization_id = $1 and form_id = $2`,
          [organizationId, formId, counted.monthStart],
        );
        const { total, people: persons, month, quarters, days, contacts } = rows[0];
        expect([counted.total, counted.uniqueContacts, counted.thisMonth]).toEqual([total, persons, month]);
        expect([quarters, days, contacts]).toEqual([total, total, persons]);
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe('what found the plan full', () => {
  test('gets its contacts with one call once there is room, once', async () => {
    const tag = await admin.request('POST', '/api/tags', { name: 'Filled in' });
    const formId = await create({ tagIds: [tag.body.id] });
    for (const n of [1, 2])
      await send(formId, {
        answers: { field_1: 'Late', field_2: `late${n}@forms.example` },
        address: `late${n}@forms.example`,
        outcome: 'over-limit',
      });
    expect((await figures(formId)).waiting).toBe(2);

    const filled = await admin.request('POST', `/api/forms/${formId}/submissions/fill-in`);
    const again = await admin.request('POST', `/api/forms/${formId}/submissions/fill-in`);

    expect(filled.body).toEqual({ created: 2, left: 0, isFull: false });
    expect(again.body).toEqual({ created: 0, left: 0, isFull: false });
    const { body } = await list(formId);
    expect(body.items.map((item: { outcome: string }) => item.outcome)).toEqual(['created', 'created']);
    const contact = await admin.request('GET', `/api/contacts/${body.items[0].contactId}`);
    expect(contact.body).toMatchObject({ firstName: 'Late', source: 'form', tags: [{ name: 'Filled in' }] });
    expect(await figures(formId)).toMatchObject({ uniqueContacts: 2, waiting: 0 });
  });

  test('stays as it is while the plan is still full', async () => {
    const formId = await create();
    await send(formId, {
      answers: { field_2: 'over@forms.example' },
      address: 'over@forms.example',
      outcome: 'over-limit',
    });
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, 'many' || n || '@forms.example' from generate_series(1, 600) n`,
      [admin.user.organizationId],
    );
    await tier('lite');

    const { body } = await admin.request('POST', `/api/forms/${formId}/submissions/fill-in`);
    await tier('system');

    expect(body).toEqual({ created: 0, left: 1, isFull: true });
  });
});
