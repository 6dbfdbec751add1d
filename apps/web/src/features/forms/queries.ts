import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import * as forms from '@waggle/contracts/forms';
import { call } from '#lib/api.ts';
import { formKeys as keys } from './keys.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

export const formsQuery = (query: Query<typeof forms.listForms>) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(forms.listForms, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** A form with its draft. */
export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: keys.one(formId),
    queryFn: ({ signal }) => call(forms.readFormDraft, { params: { formId } }, signal),
    refetchOnMount: 'always',
  });

type Change = { formId: string } & Body<typeof forms.updateForm>;

/** Renames, activates or deactivates. */
export function useUpdateForm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ formId, ...body }: Change) => call(forms.updateForm, { params: { formId }, body }),
    onSuccess: (form) => {
      client.setQueryData(formQuery(form.id).queryKey, form);
      return client.invalidateQueries({ queryKey: keys.lists });
    },
  });
}

export function useDeleteForm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (formId: string) => call(forms.deleteForm, { params: { formId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}
