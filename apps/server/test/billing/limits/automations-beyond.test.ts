import type { Tier } from '@waggle/contracts/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeTier } from '#features/accounts/index.ts';
import { backgroundContext } from '#platform/background-context.ts';
import {
  adminOn,
  create,
  documentOf,
  enter,
  path,
  publish,
  resting,
  waitDays,
} from '../../../src/features/automations/test-harness.ts';
import type { Person } from '../../harness/people.ts';
import { startTestApi, type TestApi } from '../../harness/test-api.ts';
import { addPeople, ask } from '../../sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_automations' } });
});
afterAll(() => api.close());

const patience = { timeout: 60_000 };
const waiting = documentOf([waitDays('waitaday', 1)]);
const longer = documentOf([waitDays('waitaday', 2)]);

let admin: Person;
/** Oldest first. */
let live: string[];
/** On Core with eight that are live, of which it includes five. */
beforeEach(async () => {
  admin = await adminOn(api, 'plus');
  live = [];
  for (let at = 0; at < 8; at += 1) live.push(await publish(admin, waiting));
  await change('core');
});

const laneOf = (id: string) => ({ id, name: '', weight: 1, steps: [waitDays(`${id.slice(0, 7)}w`, 1)] });
const change = (tier: Tier) => changeTier(backgroundContext(api.database, admin.user.organizationId, 'test'), tier);
const setStatus = (id: string, status: string, more: object = {}) =>
  admin.request('PUT', `${path}/${id}/status`, { status, ...more });
const read = (id: string) => ask(admin, 'GET', `${path}/${id}`);
const save = (id: string) => admin.request('PUT', `${path}/${id}/draft`, { document: longer });
const republish = async (id: string) =>
  admin.request('POST', `${path}/${id}/publish`, { draftNo: (await read(id)).draftNo });
const useAsDraft = (id: string) =>
  admin.request('POST', `${path}/${id}/versions/1/restore`, { draftNo: 1, emails: 'keep' });
const endings = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => (status < 400 ? status : body.code));

describe('with more live automations than the plan includes', () => {
  test('each is paused and resumed, whatever becomes of those who were due meanwhile', async () => {
    const [shifted, overdue] = [live[0]!, live[7]!];
    const [contact] = await addPeople(api, admin, 1);
    await enter(admin, shifted, [contact!.id]);
    await resting(admin, shifted);

    const answers = [
      await setStatus(shifted, 'paused'),
      await setStatus(shifted, 'live', { overdue: 'shift' }),
      await setStatus(overdue, 'paused'),
      await setStatus(overdue, 'live', { overdue: 'go-on' }),
    ];

    expect(endings(answers)).toEqual([200, 200, 200, 200]);
    await expect.poll(async () => (await read(shifted)).status, patience).toBe('live');
    expect(await read(overdue)).toMatchObject({ status: 'live', inside: 0 });
  });

  test('a paused one is closed and another ended, which leaves fewer', async () => {
    await setStatus(live[6]!, 'paused');

    const answers = [
      await setStatus(live[6]!, 'closing', { overdue: 'go-on' }),
      await setStatus(live[5]!, 'closing'),
      await setStatus(live[7]!, 'ended'),
    ];

    expect(endings(answers)).toEqual([200, 200, 200]);
    expect((await save(live[4]!)).body).toMatchObject({ isBeyondPlan: false });
  });

  test('the oldest five are edited and published again, and the others say why not', async () => {
    const summaries = (await ask(admin, 'GET', `${path}?sort=createdAt`)).items;
    const within = [await save(live[0]!), await republish(live[0]!), await save(live[4]!), await republish(live[4]!)];
    const beyond = [await save(live[5]!), await republish(live[5]!), await save(live[7]!), await republish(live[7]!)];

    expect(summaries.map(({ isBeyondPlan }: { isBeyondPlan: boolean }) => isBeyondPlan)).toEqual([
      ...Array.from({ length: 5 }, () => false),
      ...Array.from({ length: 3 }, () => true),
    ]);
    expect(endings(within)).toEqual([200, 200, 200, 200]);
    expect(await read(live[4]!)).toMatchObject({ version: 2, status: 'live', published: longer });
    const sentence =
      'Your plan includes 5 live automations. This one keeps running. Upgrade to edit it, or end an older one.';
    expect(beyond.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      beyond.map(() => [403, 'plan_limit', sentence]),
    );
    expect(await read(live[7]!)).toMatchObject({ version: 1, status: 'live', draft: waiting, draftNo: 1 });
  });

  test('an older version becomes the draft of the oldest five alone', async () => {
    const answers = [await useAsDraft(live[4]!), await useAsDraft(live[5]!), await useAsDraft(live[7]!)];

    expect(endings(answers)).toEqual([200, 'plan_limit', 'plan_limit']);
    expect(await read(live[7]!)).toMatchObject({ draft: waiting, draftNo: 1 });
  });

  test('it lets people in as before, and a draft is written', async () => {
    const [contact] = await addPeople(api, admin, 1);
    const draft = await create(admin, waiting);

    const entered = await enter(admin, live[7]!, [contact!.id]);

    expect(entered).toEqual({ entered: 1, leftOut: 0, reasons: [], people: [] });
    expect(await save(draft.id)).toMatchObject({ status: 200, body: { isBeyondPlan: false } });
  });

  test('turning on another asks for an upgrade, and leaves it as it was', async () => {
    const draft = await create(admin, waiting);
    await setStatus(live[0]!, 'closing');
    await setStatus(live[1]!, 'ended');

    const answers = [
      await republish(draft.id),
      await republish(live[0]!),
      await setStatus(live[0]!, 'live'),
      await republish(live[1]!),
    ];

    const sentence = 'Your plan includes 5 live automations. End one, or upgrade to add more.';
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(answers.map(() => [403, sentence]));
    const left = await Promise.all([draft.id, live[0]!, live[1]!].map(read));
    expect(left.map(({ status, version }) => [status, version])).toEqual([
      ['draft', null],
      ['closing', 1],
      ['ended', 1],
    ]);
  });

  test('the list says how many the plan counts, and publishing what the plan lacks, before somebody tries', async () => {
    const split = documentOf([{ id: 'halfhalf', kind: 'split', lanes: ['firstway', 'otherway'].map(laneOf) }]);
    const [draft, splitting] = [await create(admin, waiting), await create(admin, split)];
    const missing = async (id: string) => (await ask(admin, 'GET', `${path}/${id}/publishing`)).missing;

    const { live: counted } = await ask(admin, 'GET', `${path}?search=nothing`);
    const before = await Promise.all([live[0]!, live[7]!, draft.id, splitting.id].map(missing));
    for (const id of live.slice(4)) await setStatus(id, 'ended');
    const after = await Promise.all([draft.id, splitting.id].map(missing));
    await change('plus');

    expect(counted).toBe(8);
    expect(before).toEqual([null, 'automations', 'automations', 'split-tests']);
    expect(after).toEqual([null, 'split-tests']);
    expect(await missing(splitting.id)).toBeNull();
  });

  test('on Lite all go on and none is edited; back on a plan with room all are', async () => {
    await change('lite');

    const refused = await save(live[0]!);
    const moved = [await setStatus(live[0]!, 'paused'), await setStatus(live[0]!, 'live', { overdue: 'go-on' })];
    const [contact] = await addPeople(api, admin, 1);
    const entered = await enter(admin, live[0]!, [contact!.id]);
    await change('plus');
    const edited = await save(live[7]!);

    expect(refused.body.message).toBe(
      'Automations come with the Core plan. This one keeps running. Upgrade to edit it.',
    );
    expect(endings(moved)).toEqual([200, 200]);
    expect(entered).toEqual({ entered: 1, leftOut: 0, reasons: [], people: [] });
    expect(edited).toMatchObject({ status: 200, body: { isBeyondPlan: false } });
  });
});
