import type * as submissions from '@waggle/contracts/form-submissions';
import type * as contract from '@waggle/contracts/forms';
import { clientInSight, contactInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';

const definition = {
  fields: [{ id: 'field_1', type: 'email', label: 'Email' }],
  settings: { title: 'Join the bread club' },
} as const;

type Whose = Pick<Scene['tenant'], 'organizationId' | 'mark'>;
const insertForm: NonNullable<FixtureRows['form']>['insert'] = async (api, { organizationId, mark }, clientId) => {
  const { rows: inserted } = await api.db.owner.query<{ id: string }>(
    `with added as (
       insert into forms (organization_id, client_id, name, draft, published_version) values ($1, $2, $3, $4, 1)
       returning organization_id, client_id, id, draft)
     insert into form_versions (organization_id, form_id, version, client_id, definition)
     select organization_id, id, 1, client_id, draft from added returning form_id as id`,
    [organizationId, clientId, `Form ${mark}`, JSON.stringify(definition)],
  );
  return inserted[0]!.id;
};

export const rows = {
  form: {
    table: 'forms',
    insert: insertForm,
  },
  'form-spam': {
    table: 'form_spam',
    insert: async (api, tenant, clientId) => {
      const formId = await insertForm(api, tenant, clientId);
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into form_spam (organization_id, form_id, id, client_id, version, answers, reasons, label, way, submitted_at)
         values ($1, $2, new_id(), $3, 1, '{}', '{trap}', 'machine', 'page', now()) returning id`,
        [tenant.organizationId, formId, clientId],
      );
      return inserted[0]!.id;
    },
  },
  'form-submission': {
    table: 'form_submissions',
    insert: async (api, tenant, clientId) => (await submissionOf(api, tenant, clientId)).submissionId,
  },
} satisfies FixtureRows;

/** One that waits for a place in the plan. */
async function submissionOf(api: Scene['api'], tenant: Whose, clientId: string) {
  const formId = await insertForm(api, tenant, clientId);
  const { rows: inserted } = await api.db.owner.query<{ id: string }>(
    `insert into form_submissions (organization_id, form_id, id, client_id, version, answers, outcome, submitted_at)
     values ($1, $2, new_id(), $3, 1, $4, 'over-limit', now()) returning id`,
    [tenant.organizationId, formId, clientId, JSON.stringify({ field_1: `sent-${tenant.mark}@forms.example` })],
  );
  return { formId, submissionId: inserted[0]!.id };
}
const submissionInSight = (scene: Scene) => submissionOf(scene.api, scene.tenant, clientInSight(scene));

const formInSight = async (scene: Scene) => ({
  formId: await insertForm(scene.api, scene.tenant, clientInSight(scene)),
});
const spamInSight = async (scene: Scene) => {
  const spamId = await rows['form-spam'].insert(scene.api, scene.tenant, clientInSight(scene));
  const found = await scene.api.db.owner.query<{ form_id: string }>('select form_id from form_spam where id = $1', [
    spamId,
  ]);
  return { formId: found.rows[0]!.form_id, spamId };
};
/** Names a tag twice: for the whole form, and for one of its fields. */
const tagged = async (scene: Scene) => {
  const { tag } = await contactInSight(scene);
  return { ...definition, fields: [{ ...definition.fields[0], tagIds: [tag] }], tagIds: [tag] };
};

export const samples: SamplesOf<typeof contract & typeof submissions> = {
  'forms.list': () => ({ query: { limit: 100 } }),
  'forms.sender': (scene) => {
    const clientId = clientInSight(scene);
    return { query: clientId === null ? {} : { clientId } };
  },
  'forms.create': async (scene) => ({
    body: { name: 'Bread club', ...(await tagged(scene)), clientId: clientInSight(scene) },
  }),
  'forms.draft': async (scene) => ({ params: await formInSight(scene) }),
  'forms.save-draft': async (scene) => ({ params: await formInSight(scene), body: await tagged(scene) }),
  'forms.publish': async (scene) => ({ params: await formInSight(scene), body: { draftVersion: 1 } }),
  'forms.update': async (scene) => ({ params: await formInSight(scene), body: await tagged(scene) }),
  'forms.delete': async (scene) => ({ params: await formInSight(scene) }),
  'forms.submissions': async (scene) => ({ params: await formInSight(scene), query: { limit: 100 } }),
  'forms.spam': async (scene) => ({ params: await formInSight(scene), query: { limit: 100 } }),
  'forms.not-spam': async (scene) => ({ params: await spamInSight(scene) }),
  'forms.delete-spam': async (scene) => ({ params: await spamInSight(scene) }),
  'forms.empty-spam': async (scene) => ({ params: await formInSight(scene) }),
  'forms.figures': async (scene) => ({ params: await formInSight(scene) }),
  'forms.submission': async (scene) => ({ params: await submissionInSight(scene) }),
  'forms.delete-submission': async (scene) => ({ params: await submissionInSight(scene) }),
  'forms.export-submissions': async (scene) => ({ params: await formInSight(scene) }),
  'forms.waiting': () => ({}),
  'forms.fill-in': async (scene) => ({ params: await formInSight(scene) }),
  'forms.funnel': async (scene) => ({ params: await formInSight(scene), query: { version: '1' } }),
  'forms.versions': async (scene) => ({ params: await formInSight(scene) }),
  'forms.version': async (scene) => ({ params: { ...(await formInSight(scene)), version: '1' } }),
  'forms.restore': async (scene) => ({ params: { ...(await formInSight(scene)), version: '1' } }),
};
