import { listForms } from '@waggle/contracts/forms';
import { call } from '#lib/api.ts';
import type { RecordSearch } from '#lib/registry.ts';

export const findForms: RecordSearch['find'] = async (query, signal) => {
  const { items } = await call(listForms, { query }, signal);
  return {
    records: items.map(({ id, name, clientId }) => ({
      id,
      label: name,
      link: { to: '/dashboard/forms', search: { analytics: id } },
      clientId,
    })),
  };
};
