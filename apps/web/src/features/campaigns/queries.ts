import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readSequence } from '@waggle/contracts/campaign-report';
import * as campaigns from '@waggle/contracts/campaigns';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { campaignKeys as keys } from './keys.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;
type Moving = Pick<campaigns.CampaignSummary, 'status' | 'startsAt' | 'sentAt'>;

/** Milliseconds between two looks at a campaign that is being sent, and at one that rests. */
const sendingMs = 2_000;
const restingMs = 30_000;

/** Being sent, or due within the minute. */
const isMoving = ({ status, startsAt, sentAt }: Moving, now = Date.now()): boolean =>
  status === 'ACTIVE' && (sentAt !== null || startsAt === null || Date.parse(startsAt) - now < 60_000);

export const lookAgainMs = (shown: readonly Moving[] | undefined): number =>
  shown?.some((campaign) => isMoving(campaign)) ? sendingMs : restingMs;

export const campaignsQuery = (query: Query<typeof campaigns.listCampaigns>) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(campaigns.listCampaigns, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgainMs(state.data?.items),
  });

/** The sums above the list, of which the page shows only a part. */
export const campaignSumsQuery = queryOptions({
  queryKey: [...keys.lists, 'sums'],
  queryFn: ({ signal }) => call(campaigns.readCampaignStats, {}, signal),
  refetchOnMount: 'always',
  refetchInterval: restingMs,
});

export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: keys.one(campaignId),
    queryFn: ({ signal }) => call(campaigns.readCampaign, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgainMs(state.data && [state.data]),
  });

/** The emails of a sequence with their figures. */
export const sequenceQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'sequence'],
    queryFn: ({ signal }) => call(readSequence, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: sendingMs,
  });

/** What was read before knows the campaign as it was. */
function useKeep() {
  const client = useQueryClient();
  return (campaign: campaigns.Campaign) => {
    client.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
    return client.invalidateQueries({ queryKey: keys.lists });
  };
}

type Move = { campaignId: string } & Body<typeof campaigns.changeCampaignStatus>;

export function useChangeStatus() {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ campaignId, ...body }: Move) =>
      call(campaigns.changeCampaignStatus, { params: { campaignId }, body }),
    onSuccess: keep,
  });
}

export function useCancelCampaign() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (campaignId: string) => call(campaigns.cancelCampaign, { params: { campaignId } }),
    onSuccess: keep,
  });
}

export function useDuplicateCampaign() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (campaignId: string) => call(campaigns.duplicateCampaign, { params: { campaignId } }),
    onSuccess: keep,
  });
}

type Appointment = { campaignId: string } & Body<typeof campaigns.scheduleCampaign>;

export function useScheduleCampaign() {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ campaignId, ...body }: Appointment) =>
      call(campaigns.scheduleCampaign, { params: { campaignId }, body }),
    onSuccess: keep,
  });
}

export function useReturnToDraft() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (campaignId: string) => call(campaigns.returnToDraft, { params: { campaignId } }),
    onSuccess: keep,
  });
}

export function useDeleteCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (campaignId: string) => call(campaigns.deleteCampaign, { params: { campaignId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}
