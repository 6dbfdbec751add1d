import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../../test/harness/cases.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { documentOf, enter, letPass, path } from './test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
let tagId: string;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({});
  admin = await readyAdmin(api, smtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  // A new domain sends little at first, and this one sends thousands.
  await api.db.owner.query(`update sending_domains set warming_since = now() - interval '60 days'`);
  tagId = (await ask(admin, 'POST', '/api/tags', { name: 'Passed' })).id;
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const patience = { timeout: 60_000, interval: 50 };
/** People of one journey; a hundred journeys make two thousand runs. */
const people = 20;
const journeys = isNightly ? 100 : 5;
const rounds = 7;

type Shape = { kind: 'email' | 'wait' | 'tag' } | { kind: 'if' | 'split'; lanes: [Shape[], Shape[]] };
const leaf: fc.Arbitrary<Shape> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'email' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'tag' as const }) },
);
const list = (one: fc.Arbitrary<Shape>) => fc.array(one, { minLength: 1, maxLength: 3 });
const forked: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom('if' as const, 'split' as const),
  lanes: fc.tuple(list(leaf), list(leaf)),
});
const anyShape = fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: forked }), {
  minLength: 2,
  maxLength: 6,
});

const ways = ['consent', 'team', 'suppressed', 'deleted'] as const;
type Way = (typeof ways)[number];
/** In which round somebody opts out, how, and whether while emails are under way. */
const anyOptOuts = fc.array(
  fc.record({
    round: fc.integer({ min: -1, max: rounds - 1 }),
    way: fc.constantFrom(...ways),
    isUnderWay: fc.boolean(),
  }),
  { minLength: people, maxLength: people },
);

/** The journey with the ids of its email steps; an email comes first, and one after a wait last, so that each says something. */
function documentFrom(shapes: readonly Shape[]) {
  let count = 0;
  const emails: string[] = [];
  const newId = (): string => {
    count += 1;
    return `step${String.fromCharCode(97 + (count % 26), 97 + Math.floor(count / 26), 97, 97)}`;
  };
  const stepsOf = (made: readonly Shape[]): Step[] => made.map(stepOf);
  function stepOf(shape: Shape): Step {
    const id = newId();
    switch (shape.kind) {
      case 'email':
        emails.push(id);
        return { id, kind: 'email', campaignId: null, hours: null, cap: 'ignore' };
      case 'wait':
        return { id, kind: 'wait', for: { amount: 1, unit: 'hours' } };
      case 'tag':
        return { id, kind: 'tag', add: [tagId], remove: [] };
      default: {
        const lanes = shape.lanes.map((steps) => ({ id: newId(), name: 'Way', weight: 1, steps: stepsOf(steps) }));
        const rule = {
          match: 'all' as const,
          rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [tagId] }],
        };
        return shape.kind === 'if' ? { id, kind: 'if', rule, lanes } : { id, kind: 'split', lanes };
      }
    }
  }
  const steps = stepsOf([{ kind: 'email' }, ...shapes, { kind: 'wait' }, { kind: 'email' }]);
  return { document: documentOf(steps), emails };
}

const written = (steps: readonly Step[], campaigns: Record<string, string>): Step[] =>
  steps.map((step) => {
    if (step.kind === 'email') return { ...step, campaignId: campaigns[step.id] ?? null };
    if (!('lanes' in step)) return step;
    return { ...step, lanes: step.lanes.map((lane) => ({ ...lane, steps: written(lane.steps, campaigns) })) };
  });

async function publishJourney({ document, emails }: { document: AutomationDocument; emails: string[] }) {
  const { id } = await ask(admin, 'POST', path, { name: 'Any', document });
  const campaigns: Record<string, string> = {};
  for (const stepId of emails) {
    const { campaignId } = await ask(admin, 'POST', `${path}/${id}/emails`, { stepId, name: stepId, subject: stepId });
    await ask(admin, 'PUT', `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello</p>' });
    campaigns[stepId] = campaignId;
  }
  const steps = written(document.steps, campaigns);
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, { document: { ...document, steps } });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo });
  return id as string;
}

type Someone = { id: string; email: string };
const optOut: Record<Way, (person: Someone) => Promise<unknown>> = {
  consent: ({ id }) => ask(admin, 'POST', `/api/contacts/${id}/consents`, { channel: 'email', state: 'withdrawn' }),
  team: ({ id }) => ask(admin, 'PUT', `/api/contacts/${id}`, { status: 'unsubscribed' }),
  suppressed: ({ email }) => ask(admin, 'POST', '/api/suppressions', { address: email }),
  deleted: ({ id }) => ask(admin, 'DELETE', `/api/contacts/${id}`),
};

/** Nobody is due, and no email is under way. */
async function settled(): Promise<void> {
  const busy = async (): Promise<unknown[]> => {
    const { rows } = await api.db.owner.query(
      `select 'due' as what, stuck as why, wake_at as at from automation_runs where wake_at <= now()
       union all select state, reason, next_attempt_at from campaign_sends where state in ('pending', 'claimed', 'offering') limit 5`,
    );
    return rows;
  };
  await expect.poll(busy, patience).toEqual([]);
}

test(
  'whenever and however somebody opts out of whatever journey, that was the last email',
  { timeout: 3_600_000 },
  async () => {
    let mailed = 0;
    await fc.assert(
      fc.asyncProperty(anyShape, anyOptOuts, async (shapes, plans) => {
        smtp.received.length = 0;
        const id = await publishJourney(documentFrom(shapes));
        const contacts = await addPeople(api, admin, people);
        const out = new Map<string, { way: Way; isUnderWay: boolean; last: number }>();
        const leave = async (round: number, isUnderWay: boolean): Promise<void> => {
          for (const [at, person] of contacts.entries()) {
            const plan = plans[at]!;
            if (plan.round !== round || plan.isUnderWay !== isUnderWay) continue;
            await optOut[plan.way](person);
            out.set(person.email, { way: plan.way, isUnderWay, last: isUnderWay ? Infinity : smtp.received.length });
          }
        };
        // What was being handed over when somebody opted out may arrive until all is at rest again, and nothing later.
        const rest = async (): Promise<void> => {
          await settled();
          for (const left of out.values()) left.last = Math.min(left.last, smtp.received.length);
        };
        await leave(-1, false);
        await enter(admin, id, await present(contacts));
        await leave(-1, true);
        for (let round = 0; round < rounds; round += 1) {
          await rest();
          await leave(round, false);
          await letPass(api, id, '61 minutes');
          await leave(round, true);
        }
        await rest();

        const late = smtp.received.filter(({ to }, at) => at >= (out.get(to)?.last ?? Infinity));
        mailed += smtp.received.length;
        expect(late.map(({ to }) => out.get(to))).toEqual([]);
        expect(smtp.received.length).toBe(new Set(smtp.received.map(({ to, raw }) => `${to} ${subjectOf(raw)}`)).size);
        await api.db.owner.query('delete from contacts where id = any($1)', [contacts.map((person) => person.id)]);
        await api.db.owner.query('delete from suppressions');
        await ask(admin, 'PUT', `${path}/${id}/status`, { status: 'ended' });
      }),
      { numRuns: journeys, endOnFailure: true },
    );
    expect(mailed).toBeGreaterThan(journeys * people);
  },
);

const subjectOf = (raw: string): string => /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '';
const present = async (contacts: readonly Someone[]): Promise<string[]> =>
  (
    await api.db.owner.query<{ id: string }>('select id from contacts where id = any($1)', [
      contacts.map(({ id }) => id),
    ])
  ).rows.map(({ id }) => id);
