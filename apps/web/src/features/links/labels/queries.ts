import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/qr-labels';
import { call } from '#lib/api.ts';
import { qrCodeKeys } from '../keys.ts';

export const labelsQuery = queryOptions({
  queryKey: qrCodeKeys.labels,
  queryFn: ({ signal }) => call(contract.listQrLabels, {}, signal),
  refetchOnMount: 'always',
});

/** Every code may have another label now. */
function useForgetCodes() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: qrCodeKeys.all });
}

export const useChangeLabel = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.changeQrLabel>['body']) => call(contract.changeQrLabel, { body }),
    onSuccess: useForgetCodes(),
  });

export const useAssignLabel = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.labelQrCodes>['body']) => call(contract.labelQrCodes, { body }),
    onSuccess: useForgetCodes(),
  });
