import { queryOptions } from '@tanstack/react-query';
import { readStartList } from '@waggle/contracts/dashboard';
import { call } from '#lib/api.ts';

export const dashboardKeys = {
  all: ['dashboard'] as const,
  start: ['dashboard', 'start'] as const,
};

/** Other features finish these steps, so the list is read again on each visit. */
export const startListQuery = queryOptions({
  queryKey: dashboardKeys.start,
  queryFn: ({ signal }) => call(readStartList, {}, signal),
  refetchOnMount: 'always',
});
