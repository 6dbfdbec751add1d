import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type * as trials from '@waggle/contracts/automation-trials';
import type * as versions from '@waggle/contracts/automation-versions';
import type * as contract from '@waggle/contracts/automations';
import { clientInSight, contactInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';

const waiting: AutomationDocument = {
  format: 1,
  triggers: [{ kind: 'manual' }],
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps: [{ id: 'waitaday', kind: 'wait', for: { amount: 1, unit: 'days' } }],
};
const program = {
  format: 1,
  stay: waiting.stay,
  goal: null,
  hours: null,
  nodes: [
    { kind: 'wait', stepId: 'waitaday', for: { amount: 1, unit: 'days' }, next: 1 },
    { kind: 'end', stepId: '' },
  ],
};

type Whose = Pick<Scene['tenant'], 'organizationId' | 'mark'>;

const insertAutomation = async (
  api: Scene['api'],
  { organizationId, mark }: Whose,
  clientId: string | null,
  document = waiting,
): Promise<string> => {
  const { rows: inserted } = await api.db.owner.query<{ id: string }>(
    `with added as (
       insert into automations (organization_id, client_id, name, draft, status, live_version) values ($1, $2, $3, $4, 'live', 1)
       returning organization_id, client_id, id, draft)
     insert into automation_versions (organization_id, automation_id, version, client_id, document, program)
     select organization_id, id, 1, client_id, draft, $5 from added returning automation_id as id`,
    [organizationId, clientId, `Automation ${mark}`, JSON.stringify(document), JSON.stringify(program)],
  );
  return inserted[0]!.id;
};

/** Somebody who waits inside, and whose contact is gone: fixtures of others count contacts. */
async function insertRun(api: Scene['api'], tenant: Whose, clientId: string | null) {
  const automationId = await insertAutomation(api, tenant, clientId);
  const { rows: inserted } = await api.db.owner.query<{ id: string }>(
    `with place as (
       insert into automation_places (organization_id, automation_id, version, step, client_id) values ($1, $3, 1, 0, $2)
     )
     insert into automation_runs (organization_id, client_id, automation_id, contact_id, version, step, wake_at, arrived_at, entered_at, stuck)
     values ($1, $2, $3, new_id(), 1, 0, now() + interval '1 day', now(), now(), 'A webhook answered 500.') returning id`,
    [tenant.organizationId, clientId, automationId],
  );
  return { automationId, runId: inserted[0]!.id };
}

/** One that is done, with somebody in it whose contact is gone. */
async function insertTrial(api: Scene['api'], tenant: Whose, clientId: string | null) {
  const automationId = await insertAutomation(api, tenant, clientId);
  const nothing = {
    seen: 1,
    entered: 1,
    emails: 0,
    busiestDay: null,
    movedByHours: 0,
    heldByCap: 0,
    hasCap: false,
    weeks: [],
  };
  const result = { ...nothing, steps: [], notEntered: [], ends: [], inside: 1, limits: [], sample: null };
  const { rows: inserted } = await api.db.owner.query<{ id: string }>(
    `with trial as (
       insert into automation_trials (organization_id, client_id, automation_id, tried, tried_no, document, days, from_at, to_at, open_rate, click_rate, state, result)
       values ($1, $2, $3, 'draft', 1, $4, 30, now() - interval '30 days', now(), 0.3, 0.1, 'done', $5) returning id
     )
     insert into automation_trial_people (organization_id, trial_id, place, client_id, contact_id, entered_at, emails, turns)
     select $1, id, 0, $2, new_id(), now(), 0, '[]' from trial returning trial_id as id`,
    [tenant.organizationId, clientId, automationId, JSON.stringify(waiting), JSON.stringify(result)],
  );
  return { automationId, trialId: inserted[0]!.id };
}

export const rows = {
  automation: { table: 'automations', insert: insertAutomation },
  'automation-run': {
    table: 'automation_runs',
    insert: async (api, tenant, clientId) => (await insertRun(api, tenant, clientId)).runId,
  },
  'automation-trial': {
    table: 'automation_trials',
    insert: async (api, tenant, clientId) => (await insertTrial(api, tenant, clientId)).trialId,
  },
} satisfies FixtureRows;

const inSight = async (scene: Scene) => ({
  automationId: await insertAutomation(scene.api, scene.tenant, clientInSight(scene)),
});
/** The plan takes five that are live, and samples of other calls have made more. */
const withinPlan = ({ api, tenant }: Scene) =>
  api.db.owner.query('update automation_totals set live = 0 where organization_id = $1', [tenant.organizationId]);
const trialInSight = (scene: Scene) => insertTrial(scene.api, scene.tenant, clientInSight(scene));
const runInSight = (scene: Scene) => insertRun(scene.api, scene.tenant, clientInSight(scene));
const tagging = async (scene: Scene): Promise<AutomationDocument> => {
  const { tag } = await contactInSight(scene);
  return { ...waiting, steps: [{ id: 'givetags', kind: 'tag', add: [tag], remove: [] }] };
};

export const samples: SamplesOf<typeof contract & typeof trials & typeof versions> = {
  'automations.list': () => ({ query: { limit: 100 } }),
  'automations.create': async (scene) => ({
    body: { name: 'Welcome', document: await tagging(scene), clientId: clientInSight(scene) },
  }),
  'automations.read': async (scene) => ({ params: await inSight(scene) }),
  'automations.save-draft': async (scene) => {
    await withinPlan(scene);
    return { params: await inSight(scene), body: { document: await tagging(scene) } };
  },
  'automations.delete': async (scene) => ({ params: await inSight(scene) }),
  'automations.check': async (scene) => ({ params: await inSight(scene) }),
  'automations.plan-publishing': async (scene) => ({ params: await inSight(scene) }),
  'automations.publish': async (scene) => {
    await withinPlan(scene);
    return { params: await inSight(scene), body: { draftNo: 1 } };
  },
  'automations.create-email': async (scene) => {
    await withinPlan(scene);
    const document: AutomationDocument = {
      ...waiting,
      steps: [{ id: 'sendmail', kind: 'email', campaignId: null, hours: null, cap: 'obey' }],
    };
    return {
      params: { automationId: await insertAutomation(scene.api, scene.tenant, clientInSight(scene), document) },
      body: { stepId: 'sendmail', name: 'Your first loaf' },
    };
  },
  'automations.status': async (scene) => ({ params: await inSight(scene), body: { status: 'paused' } }),
  'automations.figures': async (scene) => ({ params: await inSight(scene) }),
  'automations.runs': async (scene) => ({ params: await inSight(scene), query: { state: 'inside' } }),
  'automations.run': async (scene) => ({ params: await runInSight(scene) }),
  'automations.enter': async (scene) => {
    const { contact } = await contactInSight(scene);
    return { params: await inSight(scene), body: { contactIds: [contact] } };
  },
  'automations.enter-matching': async (scene) => ({
    params: await inSight(scene),
    body: { filter: { search: 'nobody' } },
  }),
  'automations.leave': async (scene) => ({ params: await runInSight(scene) }),
  'automations.move': async (scene) => ({ params: await runInSight(scene), body: { stepId: 'waitaday' } }),
  'automations.versions': async (scene) => ({ params: await inSight(scene), query: { limit: 10 } }),
  'automations.version': async (scene) => ({ params: { ...(await inSight(scene)), version: 1 } }),
  'automations.compare': async (scene) => ({ params: await inSight(scene), query: { from: 1 } }),
  'automations.restore': async (scene) => {
    await withinPlan(scene);
    return { params: { ...(await inSight(scene)), version: 1 }, body: { draftNo: 1 } };
  },
  'automations.test-walk': async (scene) => {
    const { contact } = await contactInSight(scene);
    return { params: await inSight(scene), body: { contactId: contact } };
  },
  'automations.start-back-test': async (scene) => ({ params: await inSight(scene), body: { days: 30 } }),
  'automations.newest-back-test': async (scene) => ({ params: await inSight(scene) }),
  'automations.back-test': async (scene) => ({ params: await trialInSight(scene) }),
  'automations.cancel-back-test': async (scene) => ({ params: await trialInSight(scene) }),
  'automations.back-test-person': async (scene) => ({ params: { ...(await trialInSight(scene)), place: 0 } }),
  'automations.renew-webhook-secret': () => ({}),
  'automations.retry': async (scene) => ({ params: await runInSight(scene) }),
};
