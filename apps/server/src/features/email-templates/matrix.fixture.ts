import type * as contract from '@waggle/contracts/email-templates';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';

export const rows = {
  'email-template': {
    table: 'email_templates',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into email_templates (organization_id, client_id, name, subject, html)
         values ($1, $2, $3, 'Hello', '<p>Hello</p>') returning id`,
        [organizationId, clientId, `Template ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const inSight = async (scene: Scene) => ({
  templateId: await rows['email-template'].insert(scene.api, scene.tenant, clientInSight(scene)),
});

export const samples: SamplesOf<typeof contract> = {
  'email-templates.list': () => ({ query: {} }),
  'email-templates.read': async (scene) => ({ params: await inSight(scene), query: {} }),
  'email-templates.create': (scene) => ({
    body: { name: 'Own', subject: 'Hello', htmlContent: '<p>Hello</p>', clientId: clientInSight(scene) },
  }),
  'email-templates.update': async (scene) => ({ params: await inSight(scene), body: { name: 'Other' } }),
  'email-templates.duplicate': async (scene) => ({
    params: await inSight(scene),
    body: { clientId: clientInSight(scene) },
  }),
  'email-templates.delete': async (scene) => ({ params: await inSight(scene) }),
};
