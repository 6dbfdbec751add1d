import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readBrand } from '@waggle/contracts/brand';
import * as audience from '@waggle/contracts/campaign-audience';
import {
  checkCampaign,
  checkCampaignLinks,
  type CheckLine,
  previewCampaign,
  sendCampaignTest,
} from '@waggle/contracts/campaign-checks';
import * as campaigns from '@waggle/contracts/campaigns';
import type { Owner } from '@waggle/contracts/clients';
import type { CallInput } from '@waggle/contracts/endpoint';
import { listContacts, readContact } from '@waggle/contracts/contacts';
import { listSegments, readSegment } from '@waggle/contracts/segments';
import { listConnections, listSenders } from '@waggle/contracts/sending';
import { listTags } from '@waggle/contracts/tags';
import { listTopics } from '@waggle/contracts/topics';
import { listMembers } from '@waggle/contracts/team';
import { call } from '#lib/api.ts';
import { campaignKeys } from '../keys.ts';
import { campaignQuery } from '../queries.ts';

/** As many as one call gives; the rest is found by typing. */
const most = 100;
/** Milliseconds in which a list that somebody just looked at is not asked for again. */
const staleTime = 5_000;

type Question = {
  recipients: campaigns.Recipients;
  clientId?: string | null | undefined;
  type?: campaigns.WrittenType;
  topicId: string | null;
};

export const audienceQuery = (question: Question) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'audience', question],
    queryFn: ({ signal }) => call(audience.countAudience, { body: question }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

export const audienceZonesQuery = (question: Omit<Question, 'type'> & { at: string }) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'audience-zones', question],
    queryFn: ({ signal }) => call(audience.spreadAudience, { body: question }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

/** Names behind one number of that. */
export const audiencePeopleQuery = (question: NonNullable<CallInput<typeof audience.listAudience>['body']>) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'audience-people', question],
    queryFn: ({ signal }) => call(audience.listAudience, { body: question }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

export const tagsQuery = (owner: Owner | undefined, search: string) =>
  queryOptions({
    queryKey: ['tags', 'choices', owner, search],
    queryFn: ({ signal }) => call(listTags, { query: { limit: most, search, owner } }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

export const topicsQuery = (owner: Owner | undefined) =>
  queryOptions({
    queryKey: ['topics', 'choices', owner],
    queryFn: ({ signal }) => call(listTopics, { query: { owner } }, signal),
    refetchOnMount: 'always',
  });

export const segmentsQuery = (owner: Owner | undefined, search: string) =>
  queryOptions({
    queryKey: ['segments', 'list', { limit: most, search, owner }],
    queryFn: ({ signal }) => call(listSegments, { query: { limit: most, search, owner } }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

export const segmentQuery = (segmentId: string) =>
  queryOptions({
    queryKey: ['segments', 'one', segmentId],
    queryFn: ({ signal }) => call(readSegment, { params: { segmentId } }, signal),
    staleTime,
  });

type ContactsPage = { search: string; cursor?: string | undefined; limit: number };

export const contactsQuery = (owner: Owner | undefined, page: ContactsPage) =>
  queryOptions({
    queryKey: ['contacts', 'chosen', owner, page],
    queryFn: ({ signal }) => call(listContacts, { query: { ...page, sort: 'name', owner } }, signal),
    placeholderData: keepPreviousData,
    staleTime,
  });

export const contactQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', contactId],
    queryFn: ({ signal }) => call(readContact, { params: { contactId } }, signal),
    staleTime,
  });

export const sendersQuery = queryOptions({
  queryKey: ['sending', 'senders'],
  queryFn: ({ signal }) => call(listSenders, {}, signal),
  refetchOnMount: 'always',
});

export const connectionsQuery = queryOptions({
  queryKey: ['sending', 'connections'],
  queryFn: ({ signal }) => call(listConnections, {}, signal),
  refetchOnMount: 'always',
});

/** Of the client in sight, or with a client of that one. */
export const brandQuery = (clientId: string | null | undefined) =>
  queryOptions({
    queryKey: ['brand', 'in-emails', clientId ?? null],
    queryFn: ({ signal }) => call(readBrand, { query: clientId ? { clientId } : {} }, signal),
  });

type Shown = NonNullable<CallInput<typeof previewCampaign>['body']>;

/** The email as one contact gets it. Not kept for long: each keystroke is another one. */
export const previewQuery = (campaignId: string, body: Shown) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'preview', campaignId, body],
    queryFn: ({ signal }) => call(previewCampaign, { params: { campaignId }, body }, signal),
    placeholderData: keepPreviousData,
    staleTime,
    gcTime: staleTime,
  });

/** What stands in the way of sending, as the campaign was saved at that moment. */
export const checkQuery = (campaignId: string, updatedAt: string) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'check', campaignId, updatedAt],
    queryFn: ({ signal }) => call(checkCampaign, { params: { campaignId } }, signal),
    placeholderData: keepPreviousData,
    // Emails of a sequence change without it.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => nextLookMs(state.data?.lines, state.dataUpdateCount),
  });

/** Milliseconds until a line that waits is asked for again: soon, and seldom when that is of no use. */
function nextLookMs(lines: readonly CheckLine[] | undefined, looks: number): number | false {
  if (!lines?.some(({ level }) => level === 'waiting')) return false;
  return looks < 20 ? 2_000 : 10_000;
}

/** A worker asks them; the check tells what it found. */
export function useCheckLinks(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkCampaignLinks, { params: { campaignId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...campaignKeys.all, 'check', campaignId] }),
  });
}

/** What was read before knows the campaign as it was. */
export function useKeepCampaign() {
  const client = useQueryClient();
  return (campaign: campaigns.Campaign): campaigns.Campaign => {
    client.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
    void client.invalidateQueries({ queryKey: campaignKeys.lists });
    return campaign;
  };
}

type Sending = { campaignId: string; afterSeconds: number; version: number };

export function useSendCampaign() {
  const client = useQueryClient();
  const keep = useKeepCampaign();
  return useMutation({
    mutationFn: ({ campaignId, ...body }: Sending) => call(campaigns.sendCampaign, { params: { campaignId }, body }),
    onSuccess: ({ campaign }) => void keep(campaign),
    // What somebody changed meanwhile is shown behind the dialog, to be sent with the next try.
    onError: (_, { campaignId }) => void client.invalidateQueries({ queryKey: campaignQuery(campaignId).queryKey }),
  });
}

/** Who could look at a test too. */
export const colleaguesQuery = queryOptions({
  queryKey: ['campaign-builder', 'colleagues'],
  queryFn: ({ signal }) => call(listMembers, { query: { sort: 'name', limit: 100 } }, signal),
});

export const useSendTest = () =>
  useMutation({
    mutationFn: ({ campaignId, memberIds }: { campaignId: string; memberIds: string[] }) =>
      call(sendCampaignTest, { params: { campaignId }, body: { memberIds } }),
  });
