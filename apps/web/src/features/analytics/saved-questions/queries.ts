import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Question } from '@waggle/contracts/ask';
import * as contract from '@waggle/contracts/saved-questions';
import { call } from '#lib/api.ts';
import { analyticsKeys } from '../queries.ts';

export const savedQuestionsQuery = queryOptions({
  queryKey: [...analyticsKeys.all, 'saved-questions'],
  queryFn: ({ signal }) => call(contract.listSavedQuestions, {}, signal),
  refetchOnMount: 'always',
});

export function useSaveQuestion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Question) => call(contract.saveQuestion, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedQuestionsQuery.queryKey }),
  });
}

export function useRemoveQuestion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (questionId: string) => call(contract.deleteSavedQuestion, { params: { questionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedQuestionsQuery.queryKey }),
  });
}
