import type * as bulk from '@waggle/contracts/qr-bulk';
import type * as contract from '@waggle/contracts/qr-codes';
import type * as labels from '@waggle/contracts/qr-labels';
import type * as presets from '@waggle/contracts/qr-presets';
import { clientInSight, codeInSight, formInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf } from '../../../test/matrix/scene.ts';
import { qrLabel, redPixel } from '../../../test/matrix/tenant-fixture.ts';

export const rows = {
  'qr-preset': {
    table: 'qr_presets',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into qr_presets (organization_id, client_id, name, design) values ($1, $2, $3, '{}') returning id`,
        [organizationId, clientId, `Preset ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

export const samples: SamplesOf<typeof contract & typeof labels & typeof presets & typeof bulk> = {
  'qr-codes.list': async (scene) => ({ query: { limit: 100, formId: await formInSight(scene) } }),
  'qr-codes.create': async (scene) => ({
    body: {
      name: 'Window',
      formId: await formInSight(scene),
      design: { logoId: (await codeInSight(scene))['qr-logo'] },
      clientId: clientInSight(scene),
    },
  }),
  'qr-codes.read': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.update': async (scene) => {
    const { 'qr-code': qrCodeId, 'qr-logo': logoId } = await codeInSight(scene);
    return { params: { qrCodeId }, body: { formId: await formInSight(scene), design: { logoId } } };
  },
  'qr-codes.delete': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.image': async (scene) => ({
    params: { qrCodeId: (await codeInSight(scene))['qr-code'] },
    query: { format: 'svg' },
  }),
  'qr-codes.preview': async (scene) => {
    const { 'qr-code': qrCodeId, 'qr-logo': logoId } = await codeInSight(scene);
    return { body: { qrCodeId, design: { logoId } } };
  },
  'qr-codes.upload-logo': () => ({ upload: redPixel }),
  'qr-codes.targets': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.stats': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] }, query: {} }),
  'qr-codes.sheet': async (scene) => ({ body: { qrCodeIds: [(await codeInSight(scene))['qr-code']] } }),
  'qr-codes.pictures': async (scene) => ({ body: { qrCodeIds: [(await codeInSight(scene))['qr-code']] } }),
  'qr-codes.check-file': () => ({ upload: Buffer.from('name,target url\nWindow,https://www.example.com/\n') }),
  'qr-codes.create-many': async (scene) => ({
    body: {
      rows: [{ name: `Row ${fresh()}`, targetUrl: 'https://www.example.com/menu' }],
      design: { logoId: (await codeInSight(scene))['qr-logo'] },
      clientId: clientInSight(scene),
    },
  }),
  'qr-labels.list': () => ({}),
  'qr-labels.change': async (scene) => {
    await codeInSight(scene);
    return { body: { name: qrLabel, to: 'Windows' } };
  },
  'qr-labels.assign': async (scene) => ({
    body: { qrCodeIds: [(await codeInSight(scene))['qr-code']], label: 'Summer', on: true },
  }),
  'qr-presets.list': () => ({}),
  'qr-presets.create': async (scene) => ({
    body: {
      name: 'House style',
      design: { logoId: (await codeInSight(scene))['qr-logo'] },
      clientId: clientInSight(scene),
    },
  }),
  'qr-presets.delete': async (scene) => ({
    params: { presetId: await rows['qr-preset'].insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
};
