import type * as contract from '@waggle/contracts/analytics';
import { codeInSight } from '../../../test/matrix/in-sight.ts';
import type { SamplesOf } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract> = {
  'analytics.overview': () => ({ query: { period: '30d' } }),
  'analytics.contacts': () => ({ query: { period: 'all' } }),
  'analytics.campaigns': () => ({ query: { period: 'all', limit: 10 } }),
  'analytics.codes': () => ({ query: { period: '90d', limit: 10 } }),
  'analytics.opening-hours': () => ({ query: { period: '90d' } }),
  'analytics.retention': () => ({}),
  'analytics.clients': () => ({ query: { period: '30d' } }),
  'analytics.funnel': async (scene) => ({ query: { period: '30d', qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'analytics.funnel-people': async (scene) => ({
    query: { period: '30d', step: 'contacts', qrCodeId: (await codeInSight(scene))['qr-code'] },
  }),
  'analytics.export': () => ({ query: { period: 'all', table: 'campaigns' } }),
};
