import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from '../matrix/tenant-fixture.ts';
import { email } from './filled-forms.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Caller = Pick<Person, 'request'>;
type Rule = { op: 'submitted' | 'didNotSubmit'; formId: string | null; days?: number };

const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000);
const treeOf = (rule: Rule) => ({ match: 'all', rules: [{ kind: 'form', ...rule }] });
const save = (caller: Caller, rule: Rule) =>
  caller.request('POST', '/api/segments', { name: `Segment ${randomUUID()}`, rules: treeOf(rule) });
/** Names of everybody in a saved segment. */
async function membersOf(caller: Caller, segmentId: string): Promise<string[]> {
  const { body } = await caller.request('GET', `/api/contacts?segmentId=${segmentId}&limit=100`);
  return body.items.map(({ firstName }: { firstName: string }) => firstName).toSorted();
}
const found = async (caller: Caller, rule: Rule) => membersOf(caller, (await save(caller, rule)).body.id);
const why = async (caller: Caller, segmentId: string, contactId: string) =>
  (await caller.request('GET', `/api/segments/${segmentId}/why/${contactId}`)).body;

/** An organization with two forms; Ann sent the first a day ago, Ben the second 40 days ago, Cal none. */
async function threePeople() {
  const person = await registerAdmin(api);
  const { organizationId } = person.user;
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [organizationId]);
  const addForm = async (name: string): Promise<string> =>
    (await person.request('POST', '/api/forms', { name, fields: [email], settings: { title: name } })).body.id;
  const addPerson = async (firstName: string): Promise<string> =>
    (await person.request('POST', '/api/contacts', { email: `${firstName}@segments.example`, firstName })).body.id;
  const send = async (formId: string, contactId: string, at = daysBefore(1)) => {
    const id = randomUUID();
    await api.db.owner.query(
      `insert into form_submissions (organization_id, form_id, id, version, contact_id, answers, outcome, submitted_at)
       values ($1, $2, $3, 1, $4, '{}', 'known', $5)`,
      [organizationId, formId, id, contactId, at],
    );
    return id;
  };
  const [bread, cake] = [await addForm('Bread club'), await addForm('Cake club')];
  const [ann, ben, cal] = [await addPerson('Ann'), await addPerson('Ben'), await addPerson('Cal')];
  const submission = await send(bread, ann);
  await send(cake, ben, daysBefore(40));
  return { person, organizationId, bread, cake, ann, ben, cal, submission, send };
}

describe('a rule about forms', () => {
  test('asks for one form or any, ever or in the last days, and for who did not submit it', async () => {
    const { person, bread, cake } = await threePeople();
    const cases: [Rule, string[]][] = [
      [{ op: 'submitted', formId: bread }, ['Ann']],
      [{ op: 'submitted', formId: cake }, ['Ben']],
      [{ op: 'submitted', formId: null }, ['Ann', 'Ben']],
      [{ op: 'submitted', formId: null, days: 30 }, ['Ann']],
      [{ op: 'submitted', formId: cake, days: 30 }, []],
      [{ op: 'submitted', formId: cake, days: 41 }, ['Ben']],
      [{ op: 'didNotSubmit', formId: bread }, ['Ben', 'Cal']],
      [{ op: 'didNotSubmit', formId: null }, ['Cal']],
      [{ op: 'didNotSubmit', formId: null, days: 30 }, ['Ben', 'Cal']],
    ];

    for (const [rule, names] of cases) expect([rule, await found(person, rule)]).toEqual([rule, names]);
  });

  test('does not count what looks like spam, nor a submission that was deleted', async () => {
    const { person, organizationId, bread, cal, submission } = await threePeople();
    await api.db.owner.query(
      `insert into form_spam (organization_id, form_id, id, version, answers, reasons, label, way, submitted_at)
       values ($1, $2, new_id(), 1, $3, '{trap}', 'machine', 'page', now())`,
      [organizationId, bread, JSON.stringify({ field_2: 'cal@segments.example' })],
    );
    const { id } = (await save(person, { op: 'submitted', formId: bread })).body;

    const before = await membersOf(person, id);
    await person.request('DELETE', `/api/forms/${bread}/submissions/${submission}`);

    expect(before).toEqual(['Ann']);
    expect(await membersOf(person, id)).toEqual([]);
    expect(await why(person, id, cal)).toMatchObject({ member: false, verdict: { parts: [{ found: null }] } });
  });

  test('that names a deleted form fits nobody, whichever way it asks, and is not saved again', async () => {
    const { person, bread } = await threePeople();
    const rules: Rule[] = [
      { op: 'submitted', formId: bread },
      { op: 'didNotSubmit', formId: bread },
    ];
    const ids = await Promise.all(rules.map(async (rule) => (await save(person, rule)).body.id as string));
    await person.request('DELETE', `/api/forms/${bread}`);

    for (const id of ids) expect(await membersOf(person, id)).toEqual([]);
    for (const rule of rules)
      expect(await save(person, rule)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { rules: 'A form in these rules no longer exists.' } },
      });
    expect(await found(person, { op: 'submitted', formId: null })).toEqual(['Ben']);
  });

  test('names no form of another client or organization', async () => {
    const [tenant, elsewhere] = [await createTenantFixture(api), await createTenantFixture(api)];
    const [whole, ofX] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'limited')];
    const ask = (caller: Caller, formId: string) => save(caller, { op: 'didNotSubmit', formId });

    const answers = [
      await ask(whole, tenant.otherClientIds.form),
      await ask(ofX, tenant.ids.form),
      await ask(ofX, tenant.otherClientIds.form),
      await ask(whole, elsewhere.ids.form),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400, 400]);
  });

  test('follows the person when two contacts are merged, and forgets who is erased', async () => {
    const { person, bread, cake, ann, ben, cal } = await threePeople();
    const merged = await person.request('POST', `/api/contacts/${cal}/merge`, { otherId: ann });
    const erased = await person.request('POST', `/api/contacts/${ben}/erase`, { email: 'ben@segments.example' });

    expect([merged.status, erased.status]).toEqual([200, 204]);
    expect(await found(person, { op: 'submitted', formId: bread })).toEqual(['Cal']);
    expect(await found(person, { op: 'didNotSubmit', formId: bread })).toEqual([]);
    expect(await found(person, { op: 'submitted', formId: cake })).toEqual([]);
  });

  test('is explained by the last submission and the name of its form', async () => {
    const { person, bread, cake, ann, cal, send } = await threePeople();
    const at = daysBefore(0);
    await send(cake, ann, at);
    await send(bread, ann, daysBefore(3));
    const any = (await save(person, { op: 'submitted', formId: null })).body.id;
    const old = (await save(person, { op: 'submitted', formId: bread })).body.id;

    const [latest, ofBread, never] = [
      await why(person, any, ann),
      await why(person, old, ann),
      await why(person, any, cal),
    ];

    const [{ found: said }] = latest.verdict.parts as [{ found: string }];
    const space = said.indexOf(' ');
    expect([latest.member, said.slice(space + 1)]).toEqual([true, 'Cake club']);
    expect(Date.parse(said.slice(0, space))).toBe(at.getTime());
    expect(ofBread.verdict.parts[0].found).toMatch(/Z Bread club$/);
    expect(never).toMatchObject({ member: false, verdict: { parts: [{ holds: false, found: null }] } });
  });
});
