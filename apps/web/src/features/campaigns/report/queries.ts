import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as publicPage from '@waggle/contracts/campaign-public-page';
import * as recipients from '@waggle/contracts/campaign-recipients';
import * as report from '@waggle/contracts/campaign-report';
import type { CallInput, Endpoint, ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { campaignKeys as keys } from '../keys.ts';
import { campaignQuery } from '../queries.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;
export type ReportSpan = (typeof report.reportSpans)[number];
export type LeftOutContact = ReplyOf<typeof recipients.listLeftOut>['items'][number];
export type CampaignRecipient = ReplyOf<typeof recipients.listRecipients>['items'][number];

/** Milliseconds between two looks while readers react, so that an open is on screen within 5 seconds, and later. */
const freshMs = 2_500;
const quietMs = 30_000;
/** Milliseconds after the start in which most readers react. */
const freshForMs = 7 * 86_400_000;

const lookMs = (sentAt: string | null | undefined): number =>
  sentAt && Date.now() - Date.parse(sentAt) > freshForMs ? quietMs : freshMs;

/** The campaign while its report is open, whose figures move after the last email has left too. */
export const watchedCampaignQuery = (campaignId: string) => ({
  ...campaignQuery(campaignId),
  refetchInterval: ({ state }: { state: { data?: { sentAt: string | null } | undefined } }) =>
    lookMs(state.data?.sentAt),
});

/** The same in numbers alone, for guests. */
export const figuresQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'figures'],
    queryFn: ({ signal }) => call(report.readCampaignFigures, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookMs(state.data?.sentAt),
  });

export const reportQuery = (campaignId: string, span: ReportSpan) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'report', span],
    queryFn: ({ signal }) => call(report.readCampaignReport, { params: { campaignId }, query: { span } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: freshMs,
  });

export const linksQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'links'],
    queryFn: ({ signal }) => call(recipients.listCampaignLinks, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: freshMs,
  });

export const publicPageQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'public-page'],
    queryFn: ({ signal }) => call(publicPage.readPublicPage, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
  });

export function useChangePublicPage(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isPublic: boolean) =>
      call(publicPage.changePublicPage, { params: { campaignId }, body: { isPublic } }),
    onSuccess: (page) => client.setQueryData(publicPageQuery(campaignId).queryKey, page),
  });
}

/** What was sent stays as it is; its numbers are those of the links. */
export const clickMapQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'click-map'],
    queryFn: ({ signal }) => call(report.readClickMap, { params: { campaignId } }, signal),
    staleTime: 600_000,
  });

export const recipientsQuery = (campaignId: string, query: Query<typeof recipients.listRecipients>) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'recipients', query],
    queryFn: ({ signal }) => call(recipients.listRecipients, { params: { campaignId }, query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: freshMs,
  });

/** Whoever is left out stays so once sending has started: not asked again by itself. */
export const leftOutQuery = (campaignId: string, query: Query<typeof recipients.listLeftOut>) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'left-out', query],
    queryFn: ({ signal }) => call(recipients.listLeftOut, { params: { campaignId }, query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useStaleReport(campaignId: string) {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: keys.one(campaignId) });
    await client.invalidateQueries({ queryKey: keys.lists });
  };
}

export function useRetryFailed(campaignId: string) {
  return useMutation({
    mutationFn: () => call(recipients.retryFailed, { params: { campaignId } }),
    onSuccess: useStaleReport(campaignId),
  });
}

/** Everybody in doubt. */
export function useSettleUncertain(campaignId: string) {
  return useMutation({
    mutationFn: async (as: Body<typeof recipients.settleAllUncertain>['as']) =>
      (await call(recipients.settleAllUncertain, { params: { campaignId }, body: { as } })).settled,
    onSuccess: useStaleReport(campaignId),
  });
}

export function useResend(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof report.resendToUnopened>) =>
      call(report.resendToUnopened, { params: { campaignId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}
