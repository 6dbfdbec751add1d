import { randomBytes } from 'node:crypto';
import type * as contract from '@waggle/contracts/images';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';
import { redPixel } from '../../../test/matrix/tenant-fixture.ts';

export const rows = {
  image: {
    table: 'images',
    insert: async ({ db }, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await db.owner.query<{ id: string }>(
        `with content as (
           insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place, content)
           values ($1, sha256($3), octet_length($3), 'image/png', 1, 1, 'database', $3) returning id
         ), file as (
           insert into files (organization_id, client_id, content_id, purpose, token)
           select $1, $2, id, 'library-image', $4 from content returning id
         )
         insert into images (organization_id, client_id, name, alt, file_id, file_name, width, height, bytes)
         select $1, $2, $5, $5, id, $4 || '.png', 1, 1, octet_length($3) from file returning id`,
        [organizationId, clientId, randomBytes(64), randomBytes(18).toString('base64url'), `Image ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const imageInSight = async (scene: Scene) => ({
  imageId: await rows.image.insert(scene.api, scene.tenant, clientInSight(scene)),
});

export const samples: SamplesOf<typeof contract> = {
  'images.list': async (scene) => {
    await imageInSight(scene);
    return { query: { limit: 100 } };
  },
  'images.storage': () => ({}),
  'images.upload': (scene) => ({ query: { name: 'pixel.png', clientId: clientInSight(scene) }, upload: redPixel }),
  'images.update': async (scene) => ({ params: await imageInSight(scene), body: { alt: 'A red square' } }),
  'images.uses': async (scene) => ({ params: await imageInSight(scene) }),
  'images.delete': async (scene) => ({ params: await imageInSight(scene), query: {} }),
};
