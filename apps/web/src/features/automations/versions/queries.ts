import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  compareAutomationVersions,
  listAutomationVersions,
  readAutomationVersion,
  restoreAutomationVersion,
} from '@waggle/contracts/automation-versions';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { automationKeys as keys } from '../keys.ts';

export const versionsQuery = (automationId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.versions(automationId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listAutomationVersions, { params: { automationId }, query: { before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    refetchOnMount: 'always',
  });

/** What was published never changes, but people go on. */
export const versionQuery = (automationId: string, version: number) =>
  queryOptions({
    queryKey: [...keys.versions(automationId), 'one', version],
    queryFn: ({ signal }) => call(readAutomationVersion, { params: { automationId, version } }, signal),
  });

type Compared = { from: number; to: number | undefined };

/** Against the draft it is asked anew each time: its emails are edited elsewhere. */
export const comparisonQuery = (automationId: string, { from, to }: Compared, draftNo: number) =>
  queryOptions({
    queryKey: [...keys.versions(automationId), 'compared', from, to ?? draftNo],
    queryFn: ({ signal }) => call(compareAutomationVersions, { params: { automationId }, query: { from, to } }, signal),
    placeholderData: keepPreviousData,
    ...(to === undefined && { refetchOnMount: 'always' as const }),
  });

type Restored = { version: number } & NonNullable<CallInput<typeof restoreAutomationVersion>['body']>;

export function useRestoreVersion(automationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: Restored) =>
      call(restoreAutomationVersion, { params: { automationId, version }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['campaigns', 'one'] }),
        client.invalidateQueries({ queryKey: keys.versions(automationId) }),
      ]),
  });
}
