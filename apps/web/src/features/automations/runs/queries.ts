import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { leaveAutomation, listRuns, moveRun, readRun, retryRun, type runStates } from '@waggle/contracts/automations';
import { call } from '#lib/api.ts';
import { automationKeys as keys } from '../keys.ts';

/** Milliseconds between two looks at people who move. */
const lookMs = 10_000;
/** As many as the inspector has room for. */
const fewPeople = 5;

type Asked = { state: (typeof runStates)[number]; stepId: string | undefined; search: string | undefined };

export const runsQuery = (automationId: string, { state, stepId, search }: Asked) =>
  infiniteQueryOptions({
    queryKey: [...keys.runs(automationId), state, stepId ?? null, search ?? null],
    queryFn: ({ pageParam, signal }) =>
      call(
        listRuns,
        { params: { automationId }, query: { state, stepId, search, cursor: pageParam, limit: 50 } },
        signal,
      ),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: lookMs,
  });

export const peopleHereQuery = (automationId: string, stepId: string) =>
  queryOptions({
    queryKey: [...keys.runs(automationId), 'here', stepId],
    queryFn: ({ signal }) =>
      call(listRuns, { params: { automationId }, query: { state: 'inside', stepId, limit: fewPeople } }, signal),
    refetchInterval: lookMs,
  });

export const runQuery = (automationId: string, runId: string) =>
  queryOptions({
    queryKey: [...keys.runs(automationId), 'one', runId],
    queryFn: ({ signal }) => call(readRun, { params: { automationId, runId } }, signal),
    refetchInterval: lookMs,
  });

type Run = { automationId: string; runId: string };

function useRunChange<Input extends Run>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, { automationId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.runs(automationId) }),
        client.invalidateQueries({ queryKey: keys.figures(automationId) }),
      ]),
  });
}

export const useRemoveRun = () => useRunChange((params: Run) => call(leaveAutomation, { params }));
export const useRetryRun = () => useRunChange((params: Run) => call(retryRun, { params }));
export const useMoveRun = () =>
  useRunChange(({ stepId, ...params }: Run & { stepId: string }) => call(moveRun, { params, body: { stepId } }));
