import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  keepStartList,
  readRecentActivity,
  readStartList,
  readWorkInFlight,
  type startListViews,
} from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { pollMs } from '#lib/live.ts';

export const dashboardKeys = {
  all: ['dashboard'] as const,
  start: ['dashboard', 'start'] as const,
  work: ['dashboard', 'work'] as const,
  activity: (limit: number) => ['dashboard', 'activity', limit] as const,
};

/** Other features finish these steps, so the list is read again on each visit. */
export const startListQuery = queryOptions({
  queryKey: dashboardKeys.start,
  queryFn: ({ signal }) => call(readStartList, {}, signal),
  refetchOnMount: 'always',
});

type View = (typeof startListViews)[number];

/** The list folds at once; a failure unfolds it again. */
export function useKeepStartList() {
  const client = useQueryClient();
  const show = (view: View) => client.setQueryData(startListQuery.queryKey, (start) => start && { ...start, view });
  return useMutation({
    mutationFn: (view: View) => call(keepStartList, { body: { view } }),
    onMutate: (view) => {
      const before = client.getQueryData(startListQuery.queryKey)?.view;
      show(view);
      return { before };
    },
    onError: (_error, _view, kept) => kept?.before && show(kept.before),
  });
}

/** Milliseconds between two looks at work that moves, and at everything that rests. */
const movingMs = 2_000;
const restingMs = 30_000;

export type Work = ReplyOf<typeof readWorkInFlight>['items'][number];
export type ActivityLine = ReplyOf<typeof readRecentActivity>['items'][number];

/** The stream tells of imports and not of campaigns. */
function lookAgainMs(items: readonly Work[] = [], now = Date.now()): number {
  const isDue = (work: Work) =>
    work.kind === 'campaign' && work.state === 'scheduled' && Date.parse(work.scheduledAt ?? '') - now < 60_000;
  if (items.some((work) => work.state === 'sending' || isDue(work))) return movingMs;
  return items.some(({ state }) => state === 'running') ? pollMs(movingMs) : restingMs;
}

export const workQuery = queryOptions({
  queryKey: dashboardKeys.work,
  queryFn: ({ signal }) => call(readWorkInFlight, {}, signal),
  refetchInterval: ({ state }) => lookAgainMs(state.data?.items),
  refetchOnMount: 'always',
});

export const activityQuery = (limit: number) =>
  queryOptions({
    queryKey: dashboardKeys.activity(limit),
    queryFn: ({ signal }) => call(readRecentActivity, { query: { limit } }, signal),
    refetchInterval: restingMs,
    refetchOnMount: 'always',
  });
