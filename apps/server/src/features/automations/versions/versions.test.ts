import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { documentOf, emailStep, enter, path, publishEmails, waitDays } from '../test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({});
});
beforeEach(async () => {
  admin = await readyAdmin(api, smtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const patience = { timeout: 60_000, interval: 100 };
const welcome = (emails: Record<string, string>) =>
  documentOf([waitDays('waitdays', 3), emailStep('thankyou', emails['thankyou'] ?? null)]);

type Opened = { id: string; draft: AutomationDocument; draftNo: number; campaignId: string };

async function open(id: string): Promise<Opened> {
  const { draft, draftNo } = await ask(admin, 'GET', `${path}/${id}`);
  const email = draft.steps.find((step: any) => step.kind === 'email');
  return { id, draft, draftNo, campaignId: email.campaignId };
}
const save = (id: string, document: AutomationDocument) => ask(admin, 'PUT', `${path}/${id}/draft`, { document });
const publish = async (id: string, more: object = {}) =>
  ask(admin, 'POST', `${path}/${id}/publish`, { draftNo: (await open(id)).draftNo, ...more });
const rewrite = (campaignId: string, subject: string) =>
  ask(admin, 'PUT', `/api/campaigns/${campaignId}`, { subject, htmlContent: '<p>Other words</p>' });
const restore = async (id: string, version: number, more: object = {}) =>
  ask(admin, 'POST', `${path}/${id}/versions/${version}/restore`, { draftNo: (await open(id)).draftNo, ...more });
const runs = async (id: string) => (await ask(admin, 'GET', `${path}/${id}/runs`)).items;

/** Version 1 with people who wait in it; version 2 waits for another time, says something else and begins with a tag. */
async function twoVersions(people = 2): Promise<Opened> {
  const opened = await open(await publishEmails(admin, welcome, ['thankyou']));
  const { id, draft, campaignId } = opened;
  const contacts = await addPeople(api, admin, people);
  await enter(
    admin,
    id,
    contacts.map((contact) => contact.id),
  );
  await expect
    .poll(async () => (await runs(id)).map((run: any) => run.stepId), patience)
    .toEqual(contacts.map(() => 'waitdays'));
  await rewrite(campaignId, 'Thank you so much');
  const steps = [waitDays('newcomer', 1), draft.steps[1]!];
  await save(id, { ...draft, steps, entry: { ...draft.entry, again: 'after-leaving' } });
  await publish(id);
  return opened;
}

test('versions say who published them and when, what they changed, and who is still on them', async () => {
  const { id } = await twoVersions();

  const { items, nextBefore } = await ask(admin, 'GET', `${path}/${id}/versions`);
  const first = await ask(admin, 'GET', `${path}/${id}/versions?limit=1`);
  const second = await ask(admin, 'GET', `${path}/${id}/versions?limit=1&before=${first.nextBefore}`);

  const publishedBy = admin.user.name;
  const changes = { added: 1, removed: 1, moved: 0, changed: 1, parts: ['entry'] };
  expect(items).toMatchObject([
    { version: 2, publishedBy, isLive: true, inside: 0, steps: 2, changes },
    { version: 1, publishedBy, isLive: false, inside: 2, steps: 2, changes: null },
  ]);
  expect(nextBefore).toBeNull();
  expect([first.items, second.items]).toEqual([[items[0]], [items[1]]]);
  expect([first.nextBefore, second.nextBefore]).toEqual([2, null]);
});

test('two versions are compared step by step, with what their emails said', async () => {
  const { id } = await twoVersions();

  const compared = await ask(admin, 'GET', `${path}/${id}/comparison?from=1&to=2`);
  const read = await ask(admin, 'GET', `${path}/${id}/versions/1`);

  expect(compared).toMatchObject({
    from: { version: 1, emails: [{ stepId: 'thankyou', subject: 'thankyou' }] },
    to: { version: 2, emails: [{ stepId: 'thankyou', subject: 'Thank you so much' }] },
    parts: ['entry'],
    steps: [
      { stepId: 'waitdays', change: 'removed' },
      { stepId: 'newcomer', kind: 'wait', change: 'added' },
      { stepId: 'thankyou', kind: 'email', change: 'changed', isMoved: false, parts: ['subject', 'content'] },
    ],
  });
  expect(read).toMatchObject({ version: 1, inside: 2, document: compared.from.document, emails: compared.from.emails });
});

test('an email that is edited is a change to publish, for the list as well', async () => {
  const { id, campaignId } = await open(await publishEmails(admin, welcome, ['thankyou']));
  const shown = async () => {
    const { hasChanges, changedEmails } = await ask(admin, 'GET', `${path}/${id}`);
    const [listed] = (await ask(admin, 'GET', path)).items;
    return [hasChanges, listed.hasChanges, changedEmails];
  };
  const before = await shown();

  await rewrite(campaignId, 'Thank you so much');
  const edited = await shown();
  const compared = await ask(admin, 'GET', `${path}/${id}/comparison?from=1`);
  await publish(id);

  expect(before).toEqual([false, false, []]);
  expect(edited).toEqual([true, true, ['thankyou']]);
  expect(compared.to).toMatchObject({ version: null, emails: [{ subject: 'Thank you so much' }] });
  expect(compared.steps).toMatchObject([{ change: 'same' }, { change: 'changed', parts: ['subject', 'content'] }]);
  expect(await shown()).toEqual([false, false, []]);
});

test('an older version is the draft again, and nothing is published by that', async () => {
  const { id, draft, campaignId } = await twoVersions();

  const restored = await restore(id, 1);
  const email = await ask(admin, 'GET', `/api/campaigns/${campaignId}`);
  const kept = await ask(admin, 'GET', `/api/campaigns/${campaignId}/versions`);

  expect(restored).toMatchObject({ draft, version: 2, hasChanges: true, changedEmails: ['thankyou'], inside: 2 });
  expect(email.subject).toBe('thankyou');
  expect(kept.items.map(({ subject }: any) => subject)).toEqual(['thankyou', 'Thank you so much']);
  expect((await ask(admin, 'GET', `${path}/${id}/comparison?from=1`)).steps).toMatchObject([
    { change: 'same' },
    { change: 'same' },
  ]);
});

test('emails keep what they say now where that is asked for', async () => {
  const { id, campaignId } = await twoVersions();

  await restore(id, 1, { emails: 'keep' });

  expect((await ask(admin, 'GET', `/api/campaigns/${campaignId}`)).subject).toBe('Thank you so much');
});

test('a draft that somebody saved meanwhile is not written over', async () => {
  const { id, draft, campaignId } = await twoVersions();
  const { draftNo } = await open(id);
  await save(id, { ...draft, steps: [] });

  const answer = await admin.request('POST', `${path}/${id}/versions/1/restore`, { draftNo });

  expect(answer).toMatchObject({ status: 409, body: { code: 'automation_changed' } });
  expect((await ask(admin, 'GET', `${path}/${id}`)).draft.steps).toEqual([]);
  expect((await ask(admin, 'GET', `/api/campaigns/${campaignId}`)).subject).toBe('Thank you so much');
});

test('a version may name what is gone since, and the check says so before it is published', async () => {
  const tag = await ask(admin, 'POST', '/api/tags', { name: 'Baker' });
  const tagged = documentOf([{ id: 'givetags', kind: 'tag', add: [tag.id], remove: [] }, waitDays('waitdays', 1)]);
  const { id } = await ask(admin, 'POST', path, { name: 'Welcome', document: tagged });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo: 1 });
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, {
    document: documentOf([waitDays('waitdays', 1)]),
  });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo });
  await ask(admin, 'DELETE', `/api/tags/${tag.id}`);

  const restored = await ask(admin, 'POST', `${path}/${id}/versions/1/restore`, { draftNo });
  const { problems } = await ask(admin, 'GET', `${path}/${id}/check`);
  const unknown = await admin.request('POST', `${path}/${id}/versions/7/restore`, { draftNo: 3 });

  expect(restored.draft).toEqual(tagged);
  expect(problems).toMatchObject([{ code: 'tags-gone', isBlocking: true }]);
  expect(unknown.status).toBe(404);
});

test('people go where the plan said when an older version is published again', async () => {
  const { id } = await twoVersions(3);
  const contact = await ask(admin, 'POST', '/api/contacts', { email: 'late@example.com' });
  await enter(admin, id, [contact.id]);
  await expect
    .poll(async () => (await runs(id)).map((run: any) => run.stepId).toSorted(), patience)
    .toEqual(['newcomer', 'waitdays', 'waitdays', 'waitdays']);
  await restore(id, 1);

  const plan = await ask(admin, 'GET', `${path}/${id}/publishing`);
  await publish(id, { people: 'move', moves: [{ version: 2, stepId: 'newcomer', to: 'waitdays' }] });
  await expect.poll(async () => (await runs(id)).map((run: any) => run.version), patience).toEqual([3, 3, 3, 3]);
  const { items } = await ask(admin, 'GET', `${path}/${id}/versions`);

  expect(plan).toMatchObject({
    version: 3,
    inside: 4,
    people: [
      { version: 1, stepId: 'waitdays', people: 3, change: 'same' },
      { version: 2, stepId: 'newcomer', people: 1, change: 'removed' },
    ],
  });
  expect(items.map(({ version, isLive, inside }: any) => [version, isLive, inside])).toEqual([
    [3, true, 4],
    [2, false, 0],
    [1, false, 0],
  ]);
  expect((await runs(id)).map((run: any) => run.stepId)).toEqual(['waitdays', 'waitdays', 'waitdays', 'waitdays']);
  expect(await ask(admin, 'GET', `${path}/${id}`)).toMatchObject({ hasChanges: false, changedEmails: [] });
  expect((await ask(admin, 'GET', `${path}/${id}/comparison?from=1&to=3`)).steps).toMatchObject([
    { change: 'same' },
    { change: 'same' },
  ]);
});
