import { listAutomations } from '@waggle/contracts/automations';
import { call } from '#lib/api.ts';
import type { RecordSearch } from '#lib/registry.ts';

export const findAutomations: RecordSearch['find'] = async (query, signal) => {
  const { items } = await call(listAutomations, { query }, signal);
  return {
    records: items.map(({ id, name, clientId }) => ({
      id,
      label: name,
      link: { to: '/dashboard/automations/$automationId', params: { automationId: id } },
      clientId,
    })),
  };
};
