import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { adminOn, create, documentOf, enter, path, publish, resting, waitDays } from '../test-harness.ts';

let api: TestApi;
let admin: Person;
let bread: string;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
beforeEach(async () => {
  admin = await adminOn(api);
  bread = (await ask(admin, 'POST', '/api/tags', { name: 'Bread' })).id;
});
afterAll(() => api.close());

const rulesOf = (tagId: string) => ({
  match: 'all' as const,
  rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [tagId] }],
});
const tagging = (tagId: string): Step => ({ id: 'tagsteps', kind: 'tag', add: [tagId], remove: [] });
const triggered = (trigger: AutomationDocument['triggers'][number]) =>
  documentOf([waitDays('waitdays', 3)], { triggers: [trigger] });

/** What is answered, and whether the sentence names the automation. */
async function refusal(method: 'DELETE' | 'POST', of: string, body?: object) {
  const answer = await admin.request(method, of, body);
  const { code, message } = answer.body ?? {};
  return [answer.status, code, message?.includes('Welcome')];
}

test.for<[string, (tagId: string) => AutomationDocument]>([
  ['a trigger', (tagId) => triggered({ kind: 'tag.added', tagId })],
  ['a step', (tagId) => documentOf([tagging(tagId)])],
  ['a step, in capitals', (tagId) => documentOf([tagging(tagId.toUpperCase())])],
  [
    'who may enter',
    (tagId) =>
      documentOf([waitDays('waitdays', 3)], { entry: { filter: rulesOf(tagId), again: 'never', notWithinDays: 0 } }),
  ],
  [
    'what ends it',
    (tagId) =>
      documentOf([waitDays('waitdays', 3)], { stay: { filter: null, leaveWhen: [{ kind: 'tag.removed', tagId }] } }),
  ],
])('a tag of %s of a running automation is neither deleted nor merged away', async ([, document]) => {
  const other = (await ask(admin, 'POST', '/api/tags', { name: 'Loaf' })).id;
  const id = await publish(admin, document(bread));
  const named = [409, 'in_use', true];

  expect(await refusal('DELETE', `/api/tags/${bread}`)).toEqual(named);
  expect(await refusal('POST', `/api/tags/${bread}/merge`, { intoId: other })).toEqual(named);
  // The one that stays is no matter.
  expect((await admin.request('POST', `/api/tags/${other}/merge`, { intoId: bread })).status).toBe(200);

  await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'ended' });
  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status).toBe('ended');
  expect((await admin.request('DELETE', `/api/tags/${bread}`)).status).toBe(204);
});

test('a draft keeps nobody from deleting, and whoever is inside an earlier version does', async () => {
  await create(admin, documentOf([tagging(bread)]));
  const loaf = (await ask(admin, 'POST', '/api/tags', { name: 'Loaf' })).id;
  const id = await publish(admin, documentOf([waitDays('waitdays', 3), tagging(loaf)]));
  const [person] = await addPeople(api, admin, 1);
  await enter(admin, id, [person!.id]);
  await resting(admin, id);
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, {
    document: documentOf([waitDays('waitdays', 3)]),
  });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo });

  expect((await admin.request('DELETE', `/api/tags/${bread}`)).status).toBe(204);
  expect(await refusal('DELETE', `/api/tags/${loaf}`)).toEqual([409, 'in_use', true]);
});

test('a segment that lets people in is not deleted', async () => {
  const segment = await ask(admin, 'POST', '/api/segments', { name: 'Bakers', rules: rulesOf(bread) });
  await publish(admin, triggered({ kind: 'segment.entered', segmentId: segment.id }));

  expect(await refusal('DELETE', `/api/segments/${segment.id}`)).toEqual([409, 'in_use', true]);
});

test('a form and a code that let people in are not deleted, until the automation goes by another', async () => {
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const form = await ask(admin, 'POST', '/api/forms', { name: 'Newsletter', fields, settings: { title: 'Join' } });
  const code = await ask(admin, 'POST', '/api/qr-codes', { name: 'Window', targetUrl: 'https://example.com/' });
  const triggers: AutomationDocument['triggers'] = [
    { kind: 'form.submitted', formId: form.id },
    { kind: 'qr.scanned', codeId: code.id },
  ];
  const id = await publish(admin, documentOf([waitDays('waitdays', 3)], { triggers }));

  expect(await refusal('DELETE', `/api/forms/${form.id}`)).toEqual([409, 'in_use', true]);
  expect(await refusal('DELETE', `/api/qr-codes/${code.id}`)).toEqual([409, 'in_use', true]);

  const askedFor = { kind: 'form' as const, op: 'submitted' as const, formId: form.id };
  await republish(id, { entry: { filter: { match: 'all', rules: [askedFor] }, again: 'never', notWithinDays: 0 } });
  expect(await refusal('DELETE', `/api/forms/${form.id}`)).toEqual([409, 'in_use', true]);
  expect((await admin.request('DELETE', `/api/qr-codes/${code.id}`)).status).toBe(204);

  await republish(id, {});
  expect((await admin.request('DELETE', `/api/forms/${form.id}`)).status).toBe(204);
});

test('a campaign whose opens let people in is not deleted, until the automation goes by another', async () => {
  const campaign = await ask(admin, 'POST', '/api/campaigns', {
    name: 'June',
    subject: 'June',
    htmlContent: '<p>June</p>',
  });
  const opened = { kind: 'email.opened' as const, of: { campaignId: campaign.id } };
  const id = await publish(admin, triggered(opened));

  expect(await refusal('DELETE', `/api/campaigns/${campaign.id}`)).toEqual([409, 'in_use', true]);

  await republish(id, { triggers: [{ kind: 'manual' }] });
  expect((await admin.request('DELETE', `/api/campaigns/${campaign.id}`)).status).toBe(204);
});

async function republish(id: string, parts: Partial<AutomationDocument>): Promise<void> {
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, {
    document: documentOf([waitDays('waitdays', 3)], parts),
  });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo });
}
