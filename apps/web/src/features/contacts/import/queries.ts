import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as imports from '@waggle/contracts/imports';
import type { Import } from '@waggle/contracts/imports';
import { createTag, listTags } from '@waggle/contracts/tags';
import { call } from '#lib/api.ts';
import { isMoving } from './import-state.ts';

export const importKeys = {
  list: ['imports', 'list'] as const,
  one: (importId: string) => ['imports', 'one', importId] as const,
  kept: (importId: string) => ['imports', 'kept', importId] as const,
};

/** Everything an import or its undoing changes. */
const touched = ['contacts', 'tags', 'segments', 'suppressions', 'dashboard'];
const readTouchedAgain = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[0])) });

/** Asked again each second while the work moves; when it ends, what it changed is read again. */
export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: importKeys.one(importId),
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<Import>(importKeys.one(importId));
      const now = await call(imports.readImport, { params: { importId } }, signal);
      // The first reading counts too: it may have ended while the page was loading.
      if (before?.state !== now.state && !isMoving(now)) void readTouchedAgain(client);
      return now;
    },
    refetchInterval: ({ state }) => (isMoving(state.data) ? 1000 : false),
    refetchOnMount: 'always',
  });

export const recentImportsQuery = queryOptions({
  queryKey: importKeys.list,
  queryFn: ({ signal }) => call(imports.listImports, { query: { limit: 10 } }, signal),
  refetchOnMount: 'always',
});

export const keptQuery = (importId: string) =>
  queryOptions({
    queryKey: importKeys.kept(importId),
    queryFn: ({ signal }) => call(imports.listKept, { params: { importId }, query: { limit: 10 } }, signal),
  });

/** A step of an import; the answer is its new state. */
function useImportDeed<Input extends { importId: string }>(deed: (input: Input) => Promise<Import>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (found) => {
      client.setQueryData(importKeys.one(found.id), found);
      return client.invalidateQueries({ queryKey: importKeys.list });
    },
  });
}

type OfImport = { importId: string };
type Reading = OfImport & NonNullable<CallInput<typeof imports.readImportFile>['body']>;
type Checking = OfImport & { plan: CallInput<typeof imports.checkImport>['body'] };

export const useOpenImport = () =>
  useImportDeed(({ importId, ...body }: Reading) => call(imports.readImportFile, { params: { importId }, body }));

export const useCheckImport = () =>
  useImportDeed(({ importId, plan }: Checking) => call(imports.checkImport, { params: { importId }, body: plan }));

export const useStartImport = () => useImportDeed((params: OfImport) => call(imports.startImport, { params }));

export const useCancelImport = () => useImportDeed((params: OfImport) => call(imports.cancelImport, { params }));

export const useUndoImport = () => useImportDeed((params: OfImport) => call(imports.undoImport, { params }));

const tagChoicesKey = ['tags', 'choices'] as const;

/** The tags offered in the dialog; more than a hundred are found by typing. */
export const tagChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...tagChoicesKey, search],
    queryFn: ({ signal }) => call(listTags, { query: { limit: 100, ...(search && { search }) } }, signal),
  });

export function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createTag, { body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tags'] }),
  });
}
