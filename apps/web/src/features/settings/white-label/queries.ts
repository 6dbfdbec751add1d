import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/white-label';
import { rereadSession } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import type { Body } from '../queries.ts';

const whiteLabelKey = ['white-label'] as const;

export const whiteLabelQuery = queryOptions({
  queryKey: whiteLabelKey,
  queryFn: ({ signal }) => call(contract.readWhiteLabel, {}, signal),
  refetchOnMount: 'always',
});

/** The session says how the product is called, so it is read again: the sidebar changes with the answer. */
export function useUpdateWhiteLabel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<Body<typeof contract.updateWhiteLabel>>) =>
      call(contract.updateWhiteLabel, { body }),
    onSuccess: async (saved) => {
      client.setQueryData(whiteLabelKey, saved);
      await rereadSession(client);
    },
  });
}

export const useUploadProductLogo = () =>
  useMutation({ mutationFn: (file: Blob) => call(contract.uploadProductLogo, { upload: file }) });
