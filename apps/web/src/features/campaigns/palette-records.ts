import { listCampaigns } from '@waggle/contracts/campaigns';
import { call } from '#lib/api.ts';
import type { RecordSearch } from '#lib/registry.ts';
import { reportOf } from './addresses.ts';

/** A draft is led on to where it is written. */
export const findCampaigns: RecordSearch['find'] = async (query, signal) => {
  const { items } = await call(listCampaigns, { query }, signal);
  return {
    records: items.map(({ id, name, subject, clientId }) => ({
      id,
      label: name,
      hint: subject,
      link: reportOf(id),
      clientId,
    })),
  };
};
