import type * as contract from '@waggle/contracts/analytics';
import type * as ask from '@waggle/contracts/ask';
import { clientInSight, codeInSight } from '../../../test/matrix/in-sight.ts';
import type { SamplesOf, Scene } from '../../../test/matrix/scene.ts';

/** Advanced analytics are in plans from Plus; the organizations of the matrix have Core. */
const onPlus = ({ api, tenant }: Scene) =>
  api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [tenant.organizationId]);

export const samples: SamplesOf<typeof contract & typeof ask> = {
  'analytics.overview': () => ({ query: { period: '30d' } }),
  'analytics.contacts': () => ({ query: { period: 'all' } }),
  'analytics.campaigns': () => ({ query: { period: 'all', limit: 10 } }),
  'analytics.codes': () => ({ query: { period: '90d', limit: 10 } }),
  'analytics.opening-hours': () => ({ query: { period: '90d' } }),
  'analytics.retention': () => ({}),
  'analytics.clients': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d' } };
  },
  'analytics.funnel': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d', qrCodeId: (await codeInSight(scene))['qr-code'] } };
  },
  'analytics.funnel-people': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d', step: 'contacts', qrCodeId: (await codeInSight(scene))['qr-code'] } };
  },
  'analytics.ask': (scene) => {
    const clientId = clientInSight(scene);
    return { query: { metric: 'opens', period: 'last-month', breakdown: 'campaign', ...(clientId && { clientId }) } };
  },
  'analytics.export': () => ({ query: { period: 'all', table: 'campaigns' } }),
};
