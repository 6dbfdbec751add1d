import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/context.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { tellTeam } from './tell-team.ts';

let api: TestApi;
let admin: Person;
let viewer: Person;
let editor: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api, 'BUSINESS');
  [editor, viewer] = [await joinTeam(api, admin, 'USER'), await joinTeam(api, admin, 'VIEWER')];
});
afterAll(() => api.close());

const contact = async (name: string): Promise<string> =>
  (await admin.request('POST', '/api/contacts', { email: `${name}@notes.example`, firstName: name })).body.id;
const notes = async (person: Person) => {
  const { body } = await person.request('GET', '/api/notifications');
  return body.items.filter(({ kind }: { kind: string }) => kind === 'automation-note');
};
const tell = async (
  contactIds: string[],
  memberId: string | null,
  runs = contactIds.map(() => crypto.randomUUID()),
) => {
  const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into automations (organization_id, name, draft) values ($1, 'Welcome', '{}') returning id`,
    [admin.user.organizationId],
  );
  const [automationId, stepId] = [rows[0]!.id, 'abcdefgh'];
  const asked = contactIds.map((contactId, at) => ({
    automationId,
    clientId: null,
    stepId,
    runId: runs[at]!,
    contactId,
    memberId,
    text: 'Call them',
  }));
  return inTransaction(ctx, (ctx) => tellTeam(ctx, asked));
};

test('who may edit is told whom it is about, once for each turn', async () => {
  const id = await contact('Ada');
  const runs = [crypto.randomUUID()];
  await tell([id], null, runs);
  await tell([id], null, runs);

  for (const person of [admin, editor])
    expect(await notes(person)).toMatchObject([
      { recordId: id, name: 'Ada', facts: { note: 'Call them', automation: 'Welcome' } },
    ]);
  expect(await notes(viewer)).toEqual([]);
});

test('one person is told alone', async () => {
  const id = await contact('Bob');
  await tell([id], viewer.user.id);

  expect((await notes(viewer)).map(({ recordId }: { recordId: string }) => recordId)).toEqual([id]);
  expect((await notes(admin)).map(({ recordId }: { recordId: string }) => recordId)).not.toContain(id);
});

test('of a crowd some are named and the others counted', async () => {
  const ids = [];
  for (let at = 0; at < 23; at += 1) ids.push(await contact(`crowd${at}`));
  await tell(ids, editor.user.id);

  const crowd = (await notes(editor)).filter(({ name }: { name: string }) => name.startsWith('crowd'));
  expect(crowd).toHaveLength(20);
  expect(crowd.flatMap(({ facts }: { facts: { others?: number } }) => facts.others ?? [])).toEqual([3]);
});
