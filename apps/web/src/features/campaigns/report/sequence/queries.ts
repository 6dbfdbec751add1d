import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { leaveAutomation, listRuns, readAutomation, retryRun, type runStates } from '@waggle/contracts/automations';
import { call } from '#lib/api.ts';
import { campaignKeys as keys } from '../../keys.ts';

/** Milliseconds between two looks at people who move. */
const lookMs = 10_000;
export type PeopleState = Exclude<(typeof runStates)[number], 'goal'>;

/** The automation behind a sequence has its id. */
export const peopleQuery = (campaignId: string, state: PeopleState) =>
  infiniteQueryOptions({
    queryKey: [...keys.one(campaignId), 'people', state],
    queryFn: ({ pageParam, signal }) =>
      call(listRuns, { params: { automationId: campaignId }, query: { state, cursor: pageParam, limit: 50 } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: lookMs,
  });

/** Which email comes at or after each step: somebody who waits waits for the next one. */
export const nextEmailsQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys.one(campaignId), 'next-emails'],
    queryFn: async ({ signal }) => {
      const { published } = await call(readAutomation, { params: { automationId: campaignId } }, signal);
      const steps = published?.steps ?? [];
      const emails = steps.filter(({ kind }) => kind === 'email').map(({ id }) => id);
      return new Map(
        steps.map(({ id }, at) => {
          const next = steps.slice(at).find(({ kind }) => kind === 'email');
          return [id, next ? emails.indexOf(next.id) + 1 : emails.length];
        }),
      );
    },
    staleTime: Infinity,
  });

/** Somebody who is stuck is tried again, or taken out. */
export function useRunMove(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ runId, move }: { runId: string; move: 'retry' | 'remove' }) =>
      call(move === 'retry' ? retryRun : leaveAutomation, { params: { automationId: campaignId, runId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.one(campaignId) }),
  });
}
