import type { Step } from '@waggle/contracts/automation-document';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminOn, create, documentOf, enter, path, publish, waitDays } from '#features/automations/test-harness.ts';
import type { Person } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { addPeople, ask } from '../sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const addTag = async (admin: Person, name: string): Promise<string> =>
  (await ask(admin, 'POST', '/api/tags', { name })).id;
const leavingOut = (tagId: string): RuleGroup => ({
  match: 'none',
  rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] }],
});
const entering = (tagId: string) => ({
  entry: { filter: leavingOut(tagId), again: 'each-time' as const, notWithinDays: 0 },
});
const asking = (id: string, rule: RuleGroup): Step => ({
  id,
  kind: 'if',
  rule,
  lanes: [
    { id: `${id.slice(0, 7)}y`, name: '', weight: 1, steps: [waitDays(`${id.slice(0, 7)}w`, 1)] },
    { id: `${id.slice(0, 7)}n`, name: '', weight: 1, steps: [] },
  ],
});

test('rules that name something deleted keep a draft from being published, and say where', async () => {
  const admin = await adminOn(api);
  const [gone, kept] = [await addTag(admin, 'Gone'), await addTag(admin, 'Kept')];
  const field = await ask(admin, 'POST', '/api/contact-fields', { label: 'Plan', type: 'text' });
  const ofField: RuleGroup = { match: 'all', rules: [{ kind: 'custom', key: field.key, op: 'is', value: 'plus' }] };
  const document = documentOf(
    [asking('asksbyta', leavingOut(gone)), asking('asksbyfi', ofField), asking('askskept', leavingOut(kept))],
    { ...entering(gone), stay: { filter: leavingOut(gone), leaveWhen: [] } },
  );
  const { id } = await create(admin, document);
  const before = await ask(admin, 'GET', `${path}/${id}/check`);

  await ask(admin, 'DELETE', `/api/tags/${gone}`);
  await ask(admin, 'DELETE', `/api/contact-fields/${field.id}`);

  const { problems } = await ask(admin, 'GET', `${path}/${id}/check`);
  const refused = await admin.request('POST', `${path}/${id}/publish`, { draftNo: 1 });
  expect(before.problems).toEqual([]);
  expect(problems).toEqual(
    [null, 'asksbyta', 'asksbyfi'].map((stepId) => ({ code: 'rules-gone', stepId, isBlocking: true })),
  );
  expect(refused.status).toBe(400);
});

test('a live one whose rules name something deleted says that nobody enters, until others are published', async () => {
  const admin = await adminOn(api);
  const [gone, kept] = [await addTag(admin, 'Gone'), await addTag(admin, 'Kept')];
  const id = await publish(admin, documentOf([waitDays('waitaday', 1)], entering(gone)));
  const [one] = await addPeople(api, admin, 1);
  const shown = async () => {
    const [{ items }, alone] = [await ask(admin, 'GET', path), await ask(admin, 'GET', `${path}/${id}`)];
    return [...items, alone].map(({ isActive, holdReason }: any) => [isActive, holdReason]);
  };
  const before = await enter(admin, id, [one!.id]);
  // As it was deleted before a running automation kept it, or in the moment of publishing.
  await api.db.owner.query('delete from tags where id = $1', [gone]);

  const shut = [await shown(), await enter(admin, id, [one!.id])];
  await ask(admin, 'PUT', `${path}/${id}/draft`, { document: documentOf([waitDays('waitaday', 1)], entering(kept)) });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo: 2 });

  expect(before).toMatchObject({ entered: 1 });
  expect(shut).toEqual([
    [
      [false, 'rules'],
      [false, 'rules'],
    ],
    expect.objectContaining({ entered: 0, leftOut: 1, reasons: [{ reason: 'filter', count: 1 }] }),
  ]);
  expect(await shown()).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(await enter(admin, id, [one!.id])).toMatchObject({ entered: 1 });
});
