import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keepStartList, readStartList, type startListViews } from '@waggle/contracts/dashboard';
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
