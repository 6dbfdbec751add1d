import type * as contract from '@waggle/contracts/client-templates';
import { type FixtureRows, fresh, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';

export const rows = {
  'client-template': {
    table: 'client_templates',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into client_templates (organization_id, client_id, name, kinds) values ($1, $2, $3, '{tags,segments}') returning id`,
        [organizationId, clientId, `Like ${mark} ${fresh()}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const template = async ({ api, tenant }: Scene) => ({
  templateId: await rows['client-template'].insert(api, tenant, tenant.clients.x),
});

export const samples: SamplesOf<typeof contract> = {
  'client-templates.list': () => ({}),
  'client-templates.counts': ({ tenant }) => ({ query: { clientId: tenant.clients.x } }),
  'client-templates.create': ({ tenant }) => ({
    body: { name: `Like ${fresh()}`, clientId: tenant.clients.x, kinds: ['tags', 'forms'] },
  }),
  'client-templates.update': async (scene) => ({ params: await template(scene), body: { name: `Like ${fresh()}` } }),
  'client-templates.delete': async (scene) => ({ params: await template(scene) }),
  'client-templates.look': () => ({ body: { website: 'https://cornercrumb.dev/' } }),
  'client-templates.use': () => ({
    body: { name: `Client ${fresh()}`, attempt: `attempt-${fresh()}` },
  }),
};
