import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as imports from '@waggle/contracts/imports';
import type { Import } from '@waggle/contracts/imports';
import { call } from '#lib/api.ts';
import { pollMs, pollWithoutStream } from '#lib/live.ts';
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

/** Asked again while the work moves, when the server says so or each second; when it ends, what it changed is read again. */
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
    refetchInterval: ({ state }) => (isMoving(state.data) ? pollMs(1_000) : false),
    refetchOnMount: 'always',
  });

type Query = NonNullable<CallInput<typeof imports.listImports>['query']>;

export const importsQuery = (query: Query) =>
  queryOptions({
    queryKey: [...importKeys.list, query],
    queryFn: ({ signal }) => call(imports.listImports, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? pollMs(2_000) : false),
    refetchOnMount: 'always',
  });

export const recentImportsQuery = queryOptions({
  queryKey: importKeys.list,
  queryFn: ({ signal }) => call(imports.listImports, { query: { limit: 10 } }, signal),
  // One begun in another tab, or by a colleague.
  refetchInterval: () => pollWithoutStream(10_000),
  refetchOnMount: 'always',
});

/** For whoever only wants to know what it is called. */
export const importNameQuery = (importId: string) =>
  queryOptions({
    queryKey: [...importKeys.one(importId), 'name'],
    queryFn: ({ signal }) => call(imports.readImport, { params: { importId } }, signal),
    select: ({ id, name }: Import) => ({ id, name }),
  });

export const keptQuery = (importId: string) =>
  queryOptions({
    queryKey: importKeys.kept(importId),
    queryFn: ({ signal }) => call(imports.listKept, { params: { importId }, query: { limit: 10 } }, signal),
  });

/** A step of an import; the answer is its new state. */
function useImportAction<Input extends { importId: string }>(fn: (input: Input) => Promise<Import>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: fn,
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
  useImportAction(({ importId, ...body }: Reading) => call(imports.readImportFile, { params: { importId }, body }));

export const useCheckImport = () =>
  useImportAction(({ importId, plan }: Checking) => call(imports.checkImport, { params: { importId }, body: plan }));

export const useStartImport = () => useImportAction((params: OfImport) => call(imports.startImport, { params }));

export const useCancelImport = () => useImportAction((params: OfImport) => call(imports.cancelImport, { params }));

export const useUndoImport = () => useImportAction((params: OfImport) => call(imports.undoImport, { params }));
