import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../test/sending/ready-admin.ts';
import {
  adminOn as adminOf,
  create,
  documentOf,
  enter,
  letPass,
  path,
  publish,
  resting,
  waitDays,
} from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_automations' } });
});
afterAll(() => api.close());

const adminOn = (tier?: string) => adminOf(api, tier);
const waiting = documentOf([waitDays('waitaday', 1)]);

const patience = { timeout: 20_000 };

describe('a draft', () => {
  test('lets nobody in, and is refused to whoever read an older one', async () => {
    const admin = await adminOn();
    const { id } = await create(admin, waiting);
    const [contact] = await addPeople(api, admin, 1);

    const entered = await admin.request('POST', `${path}/${id}/runs`, { contactIds: [contact!.id] });
    await ask(admin, 'PUT', `${path}/${id}/draft`, { draftNo: 1, document: waiting });
    const late = await admin.request('PUT', `${path}/${id}/draft`, { draftNo: 1, document: waiting });

    expect(entered).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(late).toMatchObject({ status: 409, body: { code: 'automation_changed', fields: { by: admin.user.name } } });
  });

  test('names nothing of another organization, and keeps what was deleted since', async () => {
    const [admin, stranger] = [await adminOn(), await adminOn()];
    const tagOf = (person: Person) => ask(person, 'POST', '/api/tags', { name: 'Bread' });
    const [own, foreign] = [await tagOf(admin), await tagOf(stranger)];
    const tagging = (tagId: string) => documentOf([{ id: 'givetags', kind: 'tag', add: [tagId], remove: [] }]);

    const refused = await admin.request('POST', path, { name: 'Welcome', document: tagging(foreign.id) });
    const { id } = await create(admin, tagging(own.id));
    await ask(admin, 'DELETE', `/api/tags/${own.id}`);
    const kept = await admin.request('PUT', `${path}/${id}/draft`, { document: tagging(own.id), name: 'Kept' });
    const { problems } = await ask(admin, 'GET', `${path}/${id}/check`);

    expect([refused.status, kept.status]).toEqual([404, 200]);
    expect(problems).toContainEqual({ code: 'tags-gone', stepId: null, isBlocking: true });
  });

  test('that is not complete is not published, and says where', async () => {
    const admin = await adminOn();
    const { id } = await create(
      admin,
      documentOf([{ id: 'sendmail', kind: 'email', campaignId: null, hours: null, cap: 'obey' }]),
    );

    const refused = await admin.request('POST', `${path}/${id}/publish`, { draftNo: 1 });

    expect(refused).toMatchObject({ status: 400, body: { fields: { sendmail: 'email-missing' } } });
  });
});

describe('a plan', () => {
  test('includes none on Lite, five on Core, and splits from Plus on, whoever publishes at the same moment', async () => {
    const [lite, core] = [await adminOn('lite'), await adminOn('core')];
    const drafts = await Promise.all(Array.from({ length: 8 }, () => create(core, waiting)));
    const lane = (id: string) => ({ id, name: '', weight: 1, steps: [waitDays(`${id.slice(0, 7)}w`, 1)] });
    const split = documentOf([{ id: 'halfhalf', kind: 'split', lanes: [lane('firstway'), lane('otherway')] }]);

    const { id } = await create(lite, waiting);
    const none = await lite.request('POST', `${path}/${id}/publish`, { draftNo: 1 });
    const answers = await Promise.all(
      drafts.map((made) => core.request('POST', `${path}/${made.id}/publish`, { draftNo: 1 })),
    );
    const live = (await ask(core, 'GET', `${path}?status=live`)).items;
    await ask(core, 'PUT', `${path}/${live[0].id}/status`, { status: 'ended' });
    const splitting = await create(core, split);
    const refused = await core.request('POST', `${path}/${splitting.id}/publish`, { draftNo: 1 });

    expect(none).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(live).toHaveLength(5);
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
  });
});

describe('people inside', () => {
  test('are listed with where they wait, can be taken out, and keep the automation from being deleted', async () => {
    const admin = await adminOn();
    const id = await publish(admin, waiting);
    const [first, second] = await addPeople(api, admin, 2);

    const outcome = await enter(admin, id, [first!.id, second!.id]);
    const again = await enter(admin, id, [first!.id]);
    await resting(admin, id);
    const { items } = await ask(admin, 'GET', `${path}/${id}/runs`);
    const [run] = items;
    const refused = await admin.request('DELETE', `${path}/${id}`);
    await ask(admin, 'DELETE', `${path}/${id}/runs/${run.id}`);
    const { items: left } = await ask(admin, 'GET', `${path}/${id}/runs?state=left`);
    await letPass(api, id, '25 hours');
    await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).inside, patience).toBe(0);
    const figures = await ask(admin, 'GET', `${path}/${id}/figures`);
    const gone = await admin.request('DELETE', `${path}/${id}`);

    expect(outcome).toEqual({ entered: 2, leftOut: 0, reasons: [], people: [] });
    expect(items).toMatchObject([{ stepId: 'waitaday' }, { stepId: 'waitaday' }]);
    expect(again).toMatchObject({ entered: 0, leftOut: 1, reasons: [{ count: 1 }], people: [{}] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(left).toMatchObject([{ id: run.id, state: 'stopped', reason: 'removed' }]);
    expect(figures).toMatchObject({ entered: 2, inside: 0 });
    expect(gone.status).toBe(204);
  });

  test('of a paused automation do not go on, and wait as much longer after it', async () => {
    const admin = await adminOn();
    const id = await publish(admin, waiting);
    await enter(admin, id, [(await addPeople(api, admin, 1))[0]!.id]);
    const next = async () => (await ask(admin, 'GET', `${path}/${id}/runs`)).items[0]?.nextRunAt;
    await expect.poll(async () => Date.parse(await next()) - Date.now(), patience).toBeGreaterThan(86_000_000);
    const before = Date.parse(await next());

    await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'paused' });
    await api.db.owner.query(`update automations set paused_at = now() - interval '2 days' where id = $1`, [id]);
    await api.db.owner.query(
      `update automation_runs set arrived_at = arrived_at - interval '2 days' where automation_id = $1`,
      [id],
    );
    await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'live', overdue: 'shift' });
    await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, patience).toBe('live');

    expect(Date.parse(await next()) - before).toBeGreaterThan(2 * 86_400_000 - 60_000);
  });

  test('are seen by a VIEWER, who changes nothing', async () => {
    const admin = await adminOn();
    const id = await publish(admin, waiting);
    const viewer = await joinTeam(api, admin, 'VIEWER');

    const answers = await Promise.all([
      viewer.request('GET', `${path}/${id}`),
      viewer.request('PUT', `${path}/${id}/status`, { status: 'paused' }),
      viewer.request('POST', `${path}/${id}/publish`, { draftNo: 1 }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });
});
