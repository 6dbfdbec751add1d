import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import * as submissions from '@waggle/contracts/form-submissions';
import { readFormFunnel } from '@waggle/contracts/forms';
import { call } from '#lib/api.ts';
import { formKeys as keys } from '../keys.ts';

export type Figures = ReplyOf<typeof submissions.readFormFigures>;

/** New ones arrive while somebody looks. */
const lookAgainMs = 15_000;

const submissionsOf = (formId: string) => [...keys.one(formId), 'submissions'] as const;

export const figuresQuery = (formId: string) =>
  queryOptions({
    queryKey: [...submissionsOf(formId), 'figures'],
    queryFn: ({ signal }) => call(submissions.readFormFigures, { params: { formId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: lookAgainMs,
  });

export const funnelQuery = (formId: string) =>
  queryOptions({
    queryKey: [...submissionsOf(formId), 'funnel'],
    queryFn: ({ signal }) => call(readFormFunnel, { params: { formId } }, signal),
    refetchOnMount: 'always',
  });

const pageSize = 50;

export const submissionsQuery = (formId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...submissionsOf(formId), 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        submissions.listFormSubmissions,
        { params: { formId }, query: { limit: pageSize, cursor: pageParam, search: search || undefined } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const submissionQuery = (formId: string, submissionId: string) =>
  queryOptions({
    queryKey: [...submissionsOf(formId), 'one', submissionId],
    queryFn: ({ signal }) => call(submissions.readFormSubmission, { params: { formId, submissionId } }, signal),
    refetchOnMount: 'always',
  });

/** Counts of the list change with what is in a form. */
function useStale(formId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: submissionsOf(formId) }),
      client.invalidateQueries({ queryKey: keys.lists }),
    ]);
}

export function useDeleteSubmission(formId: string) {
  const stale = useStale(formId);
  return useMutation({
    mutationFn: (submissionId: string) => call(submissions.deleteFormSubmission, { params: { formId, submissionId } }),
    onSuccess: stale,
  });
}

/** Page by page until none is left or the plan is full again. */
export function useFillIn(formId: string) {
  const stale = useStale(formId);
  return useMutation({
    mutationFn: async () => {
      let created = 0;
      for (;;) {
        const filled = await call(submissions.fillInContacts, { params: { formId } });
        created += filled.created;
        if (filled.created === 0 || filled.isFull || filled.left === 0) return { ...filled, created };
      }
    },
    onSettled: stale,
  });
}
