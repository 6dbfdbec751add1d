import type * as contract from '@waggle/contracts/dashboard';
import type * as live from '@waggle/contracts/live';
import type { SamplesOf } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract & typeof live> = {
  'dashboard.start': () => ({}),
  'dashboard.keep-start': () => ({ body: { view: 'collapsed' } }),
  'dashboard.metrics': () => ({}),
  'dashboard.contact-growth': () => ({ query: { range: '90d' } }),
  'dashboard.work': () => ({}),
  'dashboard.activity': () => ({}),
  'dashboard.events': () => ({}),
};
