import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteFormSpam, emptyFormSpam, listFormSpam, takeOverFormSpam } from '@waggle/contracts/forms';
import { call } from '#lib/api.ts';
import { formKeys as keys } from '../keys.ts';

const pageSize = 20;

export const spamQuery = (formId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.one(formId), 'submissions', 'spam'],
    queryFn: ({ pageParam, signal }) =>
      call(listFormSpam, { params: { formId }, query: { limit: pageSize, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  });

/** What is taken over becomes a submission and a contact, so everything about the form is read again. */
export function useSpam(formId: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.one(formId) }),
      client.invalidateQueries({ queryKey: keys.lists }),
    ]);
  return {
    takeOver: useMutation({
      mutationFn: (spamId: string) => call(takeOverFormSpam, { params: { formId, spamId } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (spamId: string) => call(deleteFormSpam, { params: { formId, spamId } }),
      onSuccess,
    }),
    empty: useMutation({ mutationFn: () => call(emptyFormSpam, { params: { formId } }), onSuccess }),
  };
}
