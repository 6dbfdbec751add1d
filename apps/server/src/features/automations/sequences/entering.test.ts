import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../../test/sending/steps.ts';
import { changeStatus } from '../../campaigns/index.ts';
import { shiftEverybody } from '../status/shift-times.ts';
import { sequenceEngine } from './sequence-engine.ts';
import { campaigns, read, start, writeSequence } from './test-harness.ts';

/** Two full stretches and a half. */
const people = 5_000;
const stretch = 2_000;

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  steps.campaigns.sequences.push(sequenceEngine({ campaigns: steps.campaigns }));
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [
    admin.user.organizationId,
  ]);
  await addPeople(api, admin, people);
  await api.db.owner.query(
    `update contacts set email_consent = 'withdrawn' where organization_id = $1 and email like 'p1000@%'`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

const begun = async () => {
  const id = await writeSequence(admin);
  await start(admin, id);
  await steps.begin(id);
  return id;
};
const enter = (...asked: Parameters<Steps['letIn']>) => steps.letIn(...asked);

async function insideOf(id: string) {
  const { rows } = await api.db.owner.query<{ runs: number; contacts: number; entries: number }>(
    `select (select count(*)::int from automation_runs where automation_id = $1) as runs,
       (select count(distinct contact_id)::int from automation_runs where automation_id = $1) as contacts,
       (select count(*)::int from automation_entries where automation_id = $1) as entries`,
    [id],
  );
  return rows[0];
}
const all = (count: number) => ({ runs: count, contacts: count, entries: count });

/** Stops between two stretches, as a deployment does. */
function stopsAfter(stretches: number): AbortSignal {
  let looks = 0;
  const throwIfAborted = () => {
    if ((looks += 1) > stretches) throw new Error('stopped');
  };
  return { throwIfAborted } as AbortSignal;
}

test('everybody gets in once, whether it stops between two stretches, dies within one, or runs twice at once', async () => {
  const id = await begun();
  await expect(enter(id, stopsAfter(1))).rejects.toThrow('stopped');
  expect((await insideOf(id))!.runs).toBeGreaterThanOrEqual(stretch - 1);
  const before = await insideOf(id);

  const engine = sequenceEngine({ campaigns: steps.campaigns });
  const dying = {
    ...steps.campaigns,
    sequences: [
      {
        ...engine,
        enter: async (...entering: Parameters<typeof engine.enter>) => {
          await engine.enter(...entering);
          throw new Error('killed');
        },
      },
    ],
  };
  await expect(enter(id, undefined, dying)).rejects.toThrow('killed');
  expect(await insideOf(id)).toEqual(before);
  await Promise.all([enter(id), enter(id), enter(id)]);
  await enter(id);

  expect(await insideOf(id)).toEqual(all(people - 1));
  const campaign = await read(admin, id);
  expect(campaign).toMatchObject({ audience: people - 1, leftOut: [{ reason: 'consent-withdrawn', people: 1 }] });
});

test('it begins once however many try', async () => {
  const id = await writeSequence(admin);
  await start(admin, id);
  await Promise.all([steps.begin(id), steps.begin(id), steps.begin(id)]);
  await enter(id);

  expect(await insideOf(id)).toEqual(all(people - 1));
  expect(await ask(admin, 'GET', `/api/automations/${id}`)).toMatchObject({ version: 1, entered: people - 1 });
});

test('paused while people get in, it lets in the others once it goes on', async () => {
  const id = await begun();
  await expect(enter(id, stopsAfter(1))).rejects.toThrow('stopped');
  const before = await insideOf(id);
  const move = (status: 'ACTIVE' | 'PAUSED') => changeStatus(steps.campaigns, steps.ctxAt(new Date()), id, { status });

  await move('PAUSED');
  await enter(id);
  expect(await insideOf(id)).toEqual(before);
  await move('ACTIVE');
  await enter(id);
  expect(await insideOf(id)).toEqual(before);
  await shiftEverybody(steps.ctxAt(new Date()), id, new AbortController().signal);
  await enter(id);

  expect(await insideOf(id)).toEqual(all(people - 1));
  expect(await ask(admin, 'GET', `${campaigns}/${id}`)).toMatchObject({ status: 'ACTIVE', audience: people - 1 });
});
