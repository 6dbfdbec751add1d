import { queryOptions } from '@tanstack/react-query';
import { readDashboardMetrics } from '@waggle/contracts/dashboard';
import { call } from '#lib/api.ts';

/** Milliseconds between two looks; none while the tab is hidden. */
export const lookAgainMs = 30_000;

export const metricsQuery = queryOptions({
  queryKey: ['dashboard', 'metrics'],
  queryFn: ({ signal }) => call(readDashboardMetrics, {}, signal),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
});
