import { queryOptions } from '@tanstack/react-query';
import { type Campaign, listCampaigns, readCampaign } from '@waggle/contracts/campaigns';
import { call } from '#lib/api.ts';

/** The newest that have begun to be sent: a draft has reached nobody. */
export const sentCampaignsQuery = queryOptions({
  queryKey: ['campaigns', 'sent'],
  queryFn: ({ signal }) => call(listCampaigns, { query: { limit: 100 } }, signal),
  select: ({ items }) => items.filter(({ sentAt }) => sentAt !== null).map(({ id, name }) => ({ id, name })),
  staleTime: 5_000,
});

export const campaignNameQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'name', campaignId],
    queryFn: ({ signal }) => call(readCampaign, { params: { campaignId } }, signal),
    select: ({ id, name }: Campaign) => ({ id, name }),
  });
