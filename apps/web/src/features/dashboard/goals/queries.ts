import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/goals';
import { call } from '#lib/api.ts';

export type Goals = ReplyOf<typeof contract.listGoals>;

export const goalsQuery = queryOptions({
  queryKey: ['dashboard', 'goals'],
  queryFn: ({ signal }) => call(contract.listGoals, {}, signal),
  refetchInterval: 30_000,
  refetchOnMount: 'always',
});

export function useSetGoal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { metric: contract.GoalMetric; target: number }) => call(contract.setGoal, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: goalsQuery.queryKey }),
  });
}

export function useDeleteGoal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goalId: string) => call(contract.deleteGoal, { params: { goalId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: goalsQuery.queryKey }),
  });
}
