import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminOn, create, documentOf, enter, path, publish, waitDays } from '#features/automations/test-harness.ts';
import type { Person } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter as enterAs } from '../matrix/tenant-fixture.ts';
import { ask } from '../sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

type Caller = Pick<Person, 'request'>;
type Op = 'isInside' | 'isNotInside' | 'completed' | 'didNotComplete' | 'reachedGoal';

const patience = { timeout: 30_000, interval: 100 };
const rulesOf = (op: Op, automationId: string) => ({ match: 'all', rules: [{ kind: 'automation', op, automationId }] });
const save = (caller: Caller, op: Op, automationId: string) =>
  caller.request('POST', '/api/segments', { name: `Segment ${randomUUID()}`, rules: rulesOf(op, automationId) });
const namesIn = async (caller: Caller, query: string): Promise<string[]> =>
  (await ask(caller, 'GET', `/api/contacts?limit=100&${query}`)).items
    .map(({ firstName }: { firstName: string }) => firstName)
    .toSorted();
const found = async (caller: Caller, op: Op, automationId: string) =>
  namesIn(caller, `segmentId=${(await save(caller, op, automationId)).body.id}`);
const addPerson = async (person: Person, firstName: string): Promise<string> =>
  (await ask(person, 'POST', '/api/contacts', { email: `${firstName}@walks.example`, firstName })).id;
const insideOf = async (person: Person, id: string) => (await ask(person, 'GET', `${path}/${id}`)).inside;

/** Ann waits inside, Ben passed the last step, Cal never got in. */
async function threePeople() {
  const person = await adminOn(api);
  const tag = (await ask(person, 'POST', '/api/tags', { name: 'Regular' })).id;
  const [ann, ben, cal] = [
    await addPerson(person, 'Ann'),
    await addPerson(person, 'Ben'),
    await addPerson(person, 'Cal'),
  ];
  await ask(person, 'POST', `/api/contacts/${ann}/tags`, { tagId: tag });
  const isRegular = {
    match: 'all' as const,
    rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [tag] }],
  };
  const id = await publish(
    person,
    documentOf([
      {
        id: 'askregul',
        kind: 'if',
        rule: isRegular,
        lanes: [
          { id: 'laneofya', name: '', weight: 1, steps: [waitDays('waitlong', 30)] },
          { id: 'laneofno', name: '', weight: 1, steps: [] },
        ],
      },
    ]),
  );
  await enter(person, id, [ann, ben]);
  await expect.poll(() => insideOf(person, id), patience).toBe(1);
  return { person, id, ann, ben, cal };
}

test('finds who is inside, who is not, and who passed the last step', async () => {
  const { person, id } = await threePeople();

  const cases: [Op, string[]][] = [
    ['isInside', ['Ann']],
    ['isNotInside', ['Ben', 'Cal']],
    ['completed', ['Ben']],
    ['didNotComplete', ['Ann', 'Cal']],
    ['reachedGoal', []],
  ];

  for (const [op, names] of cases) expect([op, await found(person, op, id)]).toEqual([op, names]);
});

test('is a filter of contacts, the audience of a campaign and a condition of another automation', async () => {
  const { person, id, ann, ben } = await threePeople();
  const rules = rulesOf('isInside', id);
  const segmentId = (await save(person, 'isInside', id)).body.id;
  const other = await publish(
    person,
    documentOf([waitDays('waitmore', 3)], { entry: { filter: rules as never, again: 'never', notWithinDays: 0 } }),
    { name: 'Only those inside' },
  );

  const filtered = await namesIn(person, `rules=${encodeURIComponent(JSON.stringify(rules))}`);
  const audience = await ask(person, 'POST', '/api/campaigns/audience', {
    recipients: { type: 'segments', segmentIds: [segmentId] },
  });
  const outcome = await enter(person, other, [ann, ben]);

  expect(filtered).toEqual(['Ann']);
  expect(audience).toMatchObject({ recipients: 1 });
  expect(outcome).toMatchObject({
    entered: 1,
    leftOut: 1,
    reasons: [{ reason: 'filter', count: 1 }],
    people: [{ contactId: ben, reason: 'filter' }],
  });
});

test('is explained by since when, or when they completed it, and its name', async () => {
  const { person, id, ann, ben, cal } = await threePeople();
  const [inside, completed] = [
    (await save(person, 'isInside', id)).body.id,
    (await save(person, 'completed', id)).body.id,
  ];
  const why = (segmentId: string, contactId: string) =>
    ask(person, 'GET', `/api/segments/${segmentId}/why/${contactId}`);

  const [of, after, never] = [await why(inside, ann), await why(completed, ben), await why(inside, cal)];

  for (const { member, verdict } of [of, after]) {
    const said = verdict.parts[0].found as string;
    expect([member, said.slice(said.indexOf(' ') + 1)]).toEqual([true, 'Welcome']);
    expect(Math.abs(Date.parse(said.slice(0, said.indexOf(' '))) - Date.now())).toBeLessThan(60_000);
  }
  expect(never).toMatchObject({ member: false, verdict: { parts: [{ holds: false, found: null }] } });
});

test('that names a deleted automation fits nobody, whichever way it asks, and is not saved again', async () => {
  const { person, id } = await threePeople();
  const ops: Op[] = ['isInside', 'isNotInside', 'completed', 'didNotComplete'];
  const ids = await Promise.all(ops.map(async (op) => (await save(person, op, id)).body.id as string));
  await ask(person, 'PUT', `${path}/${id}/status`, { status: 'ended' });
  await ask(person, 'DELETE', `${path}/${id}`);

  for (const segmentId of ids) expect(await namesIn(person, `segmentId=${segmentId}`)).toEqual([]);
  expect(await save(person, 'isInside', id)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { rules: 'An automation in these rules no longer exists.' } },
  });
});

test('in another automation keeps it from being published once it is deleted', async () => {
  const { person, id } = await threePeople();
  const filter = rulesOf('isNotInside', id) as never;
  const document = documentOf([waitDays('waitmore', 3)], { entry: { filter, again: 'never', notWithinDays: 0 } });
  const { id: other } = await create(person, document, { name: 'For everybody else' });
  const before = await ask(person, 'GET', `${path}/${other}/check`);
  await ask(person, 'PUT', `${path}/${id}/status`, { status: 'ended' });
  await ask(person, 'DELETE', `${path}/${id}`);

  expect(before.problems).toEqual([]);
  expect((await ask(person, 'GET', `${path}/${other}/check`)).problems).toEqual([
    { code: 'automations-gone', stepId: null, isBlocking: true },
  ]);
});

test('names no automation of another client or organization, and speaks of its own client alone', async () => {
  const [tenant, elsewhere] = [await createTenantFixture(api), await createTenantFixture(api)];
  const [whole, ofX] = [await enterAs(api, tenant, 'ADMIN'), await enterAs(api, tenant, 'limited')];
  const saved = [
    await save(whole, 'isNotInside', tenant.otherClientIds.automation),
    await save(ofX, 'isNotInside', tenant.ids.automation),
    await save(ofX, 'isNotInside', tenant.otherClientIds.automation),
    await save(whole, 'isNotInside', elsewhere.ids.automation),
  ];
  const contacts = await ask(whole, 'GET', `/api/contacts?limit=100&segmentId=${saved[0]!.body.id}`);

  expect(saved.map(({ status }) => status)).toEqual([201, 201, 400, 400]);
  expect(new Set(contacts.items.map(({ clientId }: { clientId: string | null }) => clientId))).toEqual(
    new Set([tenant.clients.y]),
  );
});
