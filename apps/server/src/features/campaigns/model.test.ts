import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { say } from '../../../test/matrix/say.ts';
import { addPeople, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  await addPeople(api, admin, 2);
});
afterAll(() => api.close());

/** What a campaign must be after every operation, said as simply as possible. */
type Model = {
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'COMPLETED' | 'GONE';
  begun: boolean;
  frozen: boolean;
  cancelled: boolean;
  failed: number;
};

const calls = {
  update: ['PUT', '', { name: 'Renamed' }],
  send: ['POST', '/send'],
  pause: ['PATCH', '', { status: 'PAUSED' }],
  resume: ['PATCH', '', { status: 'ACTIVE' }],
  cancel: ['POST', '/cancel'],
  retry: ['POST', '/retry'],
  delete: ['DELETE', ''],
} as const;
type Call = keyof typeof calls;
const works = ['begins', 'freezes', 'ends', 'fails'] as const;
type Work = (typeof works)[number];
const operations = [...(Object.keys(calls) as Call[]), 'send twice', ...works] as const;
type Operation = (typeof operations)[number];

/** Whether a call works now, and what it leaves behind. */
const rules: Record<Call, (model: Model) => Partial<Model> | 'refused'> = {
  update: ({ status }) => (status === 'DRAFT' ? {} : 'refused'),
  send: ({ status }) => (status === 'DRAFT' ? { status: 'ACTIVE' } : 'refused'),
  pause: ({ status }) => (status === 'ACTIVE' ? { status: 'PAUSED' } : 'refused'),
  resume: ({ status }) => (status === 'PAUSED' ? { status: 'ACTIVE' } : 'refused'),
  cancel: ({ status }) =>
    status === 'ACTIVE' || status === 'PAUSED' ? { status: 'COMPLETED', cancelled: true, frozen: true } : 'refused',
  retry: ({ status, cancelled, failed }) => {
    if (status === 'DRAFT' || cancelled) return 'refused';
    return { failed: 0, ...(status === 'COMPLETED' && failed > 0 && { status: 'ACTIVE' as const }) };
  },
  delete: ({ status }) => (status === 'DRAFT' || status === 'COMPLETED' ? { status: 'GONE' } : 'refused'),
};

const call = async (id: string, name: Call) => {
  const [method, path, body] = calls[name];
  return (await admin.request(method, `/api/campaigns/${id}${path}`, body)).status;
};

/** What workers do at any moment, whatever a person does. */
const work: Record<Work, (id: string, model: Model) => Promise<void>> = {
  async begins(id, model) {
    await steps.begin(id);
    model.begun ||= model.status === 'ACTIVE';
  },
  async freezes(id, model) {
    await steps.freeze(id);
    model.frozen ||= model.begun && model.status !== 'GONE';
  },
  async ends(id, model) {
    await steps.finish(id);
    if (model.status === 'ACTIVE' && model.frozen) model.status = 'COMPLETED';
  },
  async fails(id, model) {
    model.failed += await waitingIn(id);
    await steps.finish(id, 'failed', ', retryable = true');
    if (model.status === 'ACTIVE' && model.frozen) model.status = 'COMPLETED';
  },
};

async function sendTwice(id: string, model: Model): Promise<void> {
  const answers = await Promise.all([call(id, 'send'), call(id, 'send')]);
  const refused = model.status === 'GONE' ? 404 : 409;
  expect(new Set(answers)).toEqual(new Set(model.status === 'DRAFT' ? [200, refused] : [refused]));
  if (model.status === 'DRAFT') model.status = 'ACTIVE';
}

async function ask(id: string, model: Model, name: Call): Promise<void> {
  const change = model.status === 'GONE' ? 'refused' : rules[name](model);
  const refused = model.status === 'GONE' ? 404 : 409;
  const worked = name === 'delete' ? 204 : 200;

  expect([name, await call(id, name)]).toEqual([name, change === 'refused' ? refused : worked]);
  if (change !== 'refused') Object.assign(model, change);
}

function perform(id: string, model: Model, operation: Operation): Promise<void> {
  if (operation === 'send twice') return sendTwice(id, model);
  return operation in work ? work[operation as Work](id, model) : ask(id, model, operation as Call);
}

async function waitingIn(id: string): Promise<number> {
  const { rows } = await api.db.owner.query<{ people: number }>(
    `select count(*)::int as people from campaign_sends where campaign_id = $1 and state = 'pending'`,
    [id],
  );
  return rows[0]!.people;
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await api.db.owner.query<{ status: string }>(
    'select status from campaigns where id = $1 and deleted_at is null',
    [id],
  );
  return rows[0]?.status ?? 'GONE';
}

test('B22 any sequence of operations leaves a campaign in the state the model says, and every other move is refused', async () => {
  let performed = 0;
  const sequence = fc.array(fc.constantFrom(...operations), { minLength: 1, maxLength: 30, size: 'max' });
  const follow = () =>
    fc.assert(
      fc.asyncProperty(sequence, async (sequence) => {
        const { id } = await draft(admin);
        const model: Model = { status: 'DRAFT', begun: false, frozen: false, cancelled: false, failed: 0 };
        for (const operation of sequence) {
          await perform(id, model, operation);
          performed += 1;
          expect([operation, await statusOf(id)]).toEqual([operation, model.status]);
        }
        if (model.status === 'GONE') return;
        const { body } = await admin.request('GET', `/api/campaigns/${id}`);
        const counted = Object.values<number>(body.progress).reduce((sum, people) => sum + people, 0);
        if (body.audience !== null) expect(counted).toBe(body.audience);
      }),
      { numRuns: casesOf(125) },
    );

  // Side by side, each with campaigns of its own: most of an operation is waiting for the database.
  await Promise.all([follow(), follow(), follow(), follow()]);

  say(`campaign model: ${4 * casesOf(125)} sequences, ${performed} operations`);
});
