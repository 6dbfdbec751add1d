import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/qr-presets';
import { call } from '#lib/api.ts';
import { qrCodeKeys } from '../keys.ts';

export const presetsQuery = queryOptions({
  queryKey: qrCodeKeys.presets,
  queryFn: ({ signal }) => call(contract.listQrPresets, {}, signal),
  refetchOnMount: 'always',
});

function useForgetPresets() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: qrCodeKeys.presets });
}

export const useCreatePreset = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.createQrPreset>['body']) => call(contract.createQrPreset, { body }),
    onSuccess: useForgetPresets(),
  });

export const useDeletePreset = () =>
  useMutation({
    mutationFn: (presetId: string) => call(contract.deleteQrPreset, { params: { presetId } }),
    onSuccess: useForgetPresets(),
  });
