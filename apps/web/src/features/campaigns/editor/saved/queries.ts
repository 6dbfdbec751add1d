import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/saved-blocks';
import { call } from '#lib/api.ts';

const all = ['saved-blocks'] as const;

/** Null is the organization itself; undefined where the server knows whose. */
export type Owner = string | null | undefined;

export const savedBlocksQuery = (clientId: Owner) =>
  queryOptions({
    queryKey: [...all, 'list', clientId ?? null],
    queryFn: ({ signal }) => call(contract.listSavedBlocks, { query: clientId ? { clientId } : {} }, signal),
  });

export const savedBlockQuery = (savedBlockId: string) =>
  queryOptions({
    queryKey: [...all, 'one', savedBlockId],
    queryFn: ({ signal }) => call(contract.readSavedBlock, { params: { savedBlockId } }, signal),
  });

function useForget() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: all });
}

export const useCreateSaved = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.createSavedBlock>['body']) =>
      call(contract.createSavedBlock, { body }),
    onSuccess: useForget(),
  });

export const useRenameSaved = () =>
  useMutation({
    mutationFn: ({ id: savedBlockId, name }: { id: string; name: string }) =>
      call(contract.renameSavedBlock, { params: { savedBlockId }, body: { name } }),
    onSuccess: useForget(),
  });

export const useDeleteSaved = () =>
  useMutation({
    mutationFn: (savedBlockId: string) => call(contract.deleteSavedBlock, { params: { savedBlockId } }),
    onSuccess: useForget(),
  });
