import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/contact-fields';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';

const fieldsKey = ['contact-fields'] as const;

export const contactFieldsQuery = queryOptions({
  queryKey: fieldsKey,
  queryFn: ({ signal }) => call(contract.listContactFields, {}, signal),
});

function useFieldChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: fieldsKey }),
  });
}

export const useCreateField = () =>
  useFieldChange((body: CallInput<typeof contract.createContactField>['body']) =>
    call(contract.createContactField, { body }),
  );

type FieldChange = { fieldId: string } & NonNullable<CallInput<typeof contract.updateContactField>['body']>;

export const useUpdateField = () =>
  useFieldChange(({ fieldId, ...body }: FieldChange) =>
    call(contract.updateContactField, { params: { fieldId }, body }),
  );

export const useDeleteField = () =>
  useFieldChange((fieldId: string) => call(contract.deleteContactField, { params: { fieldId } }));
