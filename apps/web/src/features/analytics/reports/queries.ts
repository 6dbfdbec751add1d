import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, ReplyOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/reports';
import { call } from '#lib/api.ts';

const key = ['analytics', 'reports'] as const;

export type Schedules = ReplyOf<typeof contract.listReportSchedules>;
export type ScheduleBody = CallInput<typeof contract.createReportSchedule>['body'];

export const schedulesQuery = queryOptions({
  queryKey: [...key, 'schedules'],
  queryFn: ({ signal }) => call(contract.listReportSchedules, {}, signal),
  refetchOnMount: 'always',
});

export const reportLinksQuery = queryOptions({
  queryKey: [...key, 'links'],
  queryFn: ({ signal }) => call(contract.listReportLinks, {}, signal),
  refetchOnMount: 'always',
});

function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: key }) });
}

/** A new one has no id yet. */
export const useSaveSchedule = () =>
  useChange(({ id, body }: { id: string | undefined; body: ScheduleBody }) =>
    id === undefined
      ? call(contract.createReportSchedule, { body })
      : call(contract.updateReportSchedule, { params: { reportScheduleId: id }, body }),
  );

export const useDeleteSchedule = () =>
  useChange((id: string) => call(contract.deleteReportSchedule, { params: { reportScheduleId: id } }));

export const useSendReportTest = () =>
  useChange((id: string) => call(contract.sendReportTest, { params: { reportScheduleId: id } }));

export const useRevokeLink = () =>
  useChange((id: string) => call(contract.revokeReportLink, { params: { reportLinkId: id } }));
