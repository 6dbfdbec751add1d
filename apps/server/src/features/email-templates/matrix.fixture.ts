import type * as contract from '@waggle/contracts/email-templates';
import type * as savedBlocks from '@waggle/contracts/saved-blocks';
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
  'saved-block': {
    table: 'saved_blocks',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into saved_blocks (organization_id, client_id, name, kind, block)
         values ($1, $2, $3, 'divider', '{"kind":"divider","id":"a"}') returning id`,
        [organizationId, clientId, `Block ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const inSight = async (scene: Scene) => ({
  templateId: await rows['email-template'].insert(scene.api, scene.tenant, clientInSight(scene)),
});

const savedInSight = async (scene: Scene) => ({
  savedBlockId: await rows['saved-block'].insert(scene.api, scene.tenant, clientInSight(scene)),
});

export const samples: SamplesOf<typeof contract> & SamplesOf<typeof savedBlocks> = {
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
  'saved-blocks.list': (scene) => ({ query: { clientId: clientInSight(scene) ?? undefined } }),
  'saved-blocks.read': async (scene) => ({ params: await savedInSight(scene) }),
  'saved-blocks.create': (scene) => ({
    body: { name: 'Line', block: { kind: 'divider', id: 'a' }, clientId: clientInSight(scene) },
  }),
  'saved-blocks.rename': async (scene) => ({ params: await savedInSight(scene), body: { name: 'Other' } }),
  'saved-blocks.delete': async (scene) => ({ params: await savedInSight(scene) }),
};
