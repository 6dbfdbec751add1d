import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/analytics';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';

export type Period = (typeof contract.analyticsPeriods)[number];
export type Analytics = ReplyOf<typeof contract.readAnalytics>;
export type ContactAnalytics = ReplyOf<typeof contract.readContactAnalytics>;
export type OpeningHours = ReplyOf<typeof contract.readOpeningHours>;
export type Retention = ReplyOf<typeof contract.readRetention>;
export type Comparison = ReplyOf<typeof contract.compareClients>;

export type Funnel = ReplyOf<typeof contract.readFunnel>;

export const analyticsKeys = { all: ['analytics'] as const };

/** Whoever leaves the screen open sees what came in meanwhile; hidden tabs do not ask. */
const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always', refetchInterval: 30_000 } as const;

export const analyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'overview', period],
    queryFn: ({ signal }) => call(contract.readAnalytics, { query: { period } }, signal),
    ...fresh,
  });

export const contactAnalyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'contacts', period],
    queryFn: ({ signal }) => call(contract.readContactAnalytics, { query: { period } }, signal),
    ...fresh,
  });

export const openingHoursQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'opening-hours', period],
    queryFn: ({ signal }) => call(contract.readOpeningHours, { query: { period } }, signal),
    ...fresh,
  });

export const retentionQuery = queryOptions({
  queryKey: [...analyticsKeys.all, 'retention'],
  queryFn: ({ signal }) => call(contract.readRetention, {}, signal),
  ...fresh,
});

export const clientsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'clients', period],
    queryFn: ({ signal }) => call(contract.compareClients, { query: { period } }, signal),
    ...fresh,
  });

export type PageOf = { period: Period; limit: number; cursor: string | undefined };

export const campaignAnalyticsQuery = (query: PageOf) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'campaigns', query],
    queryFn: ({ signal }) => call(contract.readCampaignAnalytics, { query }, signal),
    ...fresh,
  });

export const codeAnalyticsQuery = (query: PageOf) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'codes', query],
    queryFn: ({ signal }) => call(contract.readCodeAnalytics, { query }, signal),
    ...fresh,
  });

export const funnelQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'funnel', period],
    queryFn: ({ signal }) => call(contract.readFunnel, { query: { period } }, signal),
    ...fresh,
  });

export const funnelPeopleQuery = (period: Period, step: (typeof contract.funnelSteps)[number]) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKeys.all, 'funnel-people', period, step],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(contract.listFunnelPeople, { query: { period, step, ...(cursor && { cursor }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
