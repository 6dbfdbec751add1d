import type * as contract from '@waggle/contracts/audit';
import type { SamplesOf } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract> = {
  'audit.list': ({ tenant }) => ({ query: { limit: 100, personId: tenant.people.USER.id } }),
  'audit.people': () => ({}),
  'audit.export': ({ tenant }) => ({ query: { personId: tenant.people.USER.id } }),
};
