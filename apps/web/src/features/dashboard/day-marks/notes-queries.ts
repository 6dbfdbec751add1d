import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/annotations';
import { call } from '#lib/api.ts';

const key = ['dashboard', 'annotations'] as const;

export type Note = contract.Annotation;
/** What is typed: a new one has no id yet. */
export type NoteDraft = { id?: string; on: string; text: string };

export const notesQuery = (span: { from: string; to: string } | undefined) =>
  queryOptions({
    queryKey: [...key, span],
    queryFn: ({ signal }) => call(contract.listAnnotations, { query: span! }, signal),
    enabled: span !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export function useSaveNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: NoteDraft) =>
      id === undefined
        ? call(contract.createAnnotation, { body })
        : call(contract.updateAnnotation, { params: { annotationId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (annotationId: string) => call(contract.deleteAnnotation, { params: { annotationId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}
