import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/suppressions';
import { call } from '#lib/api.ts';

const suppressionsKey = ['suppressions'] as const;

export const suppressionsQuery = (query: NonNullable<CallInput<typeof contract.listSuppressions>['query']>) =>
  queryOptions({
    queryKey: [...suppressionsKey, 'list', query],
    queryFn: ({ signal }) => call(contract.listSuppressions, { query }, signal),
    placeholderData: keepPreviousData,
  });

/** The status of a contact follows its address, so contacts are stale too. */
function useSuppressionChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: suppressionsKey }),
        client.invalidateQueries({ queryKey: ['contacts'] }),
      ]),
  });
}

export const useAddSuppression = () =>
  useSuppressionChange((body: CallInput<typeof contract.addSuppression>['body']) =>
    call(contract.addSuppression, { body }),
  );

export const useLiftSuppression = () =>
  useSuppressionChange((suppressionId: string) => call(contract.liftSuppression, { params: { suppressionId } }));
