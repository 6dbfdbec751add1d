import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listAutomations } from '@waggle/contracts/automations';
import { listClients } from '@waggle/contracts/clients';
import { listContactFields } from '@waggle/contracts/contact-fields';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { listContacts } from '@waggle/contracts/contacts';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { listForms } from '@waggle/contracts/forms';
import { listImports } from '@waggle/contracts/imports';
import * as segments from '@waggle/contracts/segments';
import { listTags } from '@waggle/contracts/tags';
import { call } from '#lib/api.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

const segmentKeys = {
  all: ['segments'] as const,
  lists: ['segments', 'list'] as const,
  one: (segmentId: string) => ['segments', 'one', segmentId] as const,
};

export const segmentsQuery = (query: Query<typeof segments.listSegments>) =>
  queryOptions({
    queryKey: [...segmentKeys.lists, query],
    queryFn: ({ signal }) => call(segments.listSegments, { query }, signal),
    placeholderData: keepPreviousData,
  });

/** Read anew whenever it is opened: a colleague may have changed it. */
export const segmentQuery = (segmentId: string) =>
  queryOptions({
    queryKey: segmentKeys.one(segmentId),
    queryFn: ({ signal }) => call(segments.readSegment, { params: { segmentId } }, signal),
    staleTime: 5_000,
  });

export const segmentCountQuery = (segmentId: string) =>
  queryOptions({
    queryKey: [...segmentKeys.one(segmentId), 'count'],
    queryFn: ({ signal }) => call(segments.countSegment, { params: { segmentId } }, signal),
    // The server answers the same within five seconds.
    staleTime: 5_000,
  });

export const previewQuery = (rules: RuleGroup) =>
  queryOptions({
    queryKey: [...segmentKeys.all, 'preview', rules],
    queryFn: ({ signal }) => call(segments.previewSegment, { body: { rules } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

export const whyQuery = (segmentId: string, contactId: string) =>
  queryOptions({
    queryKey: [...segmentKeys.one(segmentId), 'why', contactId],
    queryFn: ({ signal }) => call(segments.explainMember, { params: { segmentId, contactId } }, signal),
    staleTime: 0,
  });

export const foundContactsQuery = (search: string) =>
  queryOptions({
    queryKey: ['contacts', 'found', search],
    queryFn: ({ signal }) => call(listContacts, { query: { search, limit: 6 } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** Pages of a hundred; nobody looks through more than five thousand entries of a list. */
const mostPages = 50;

async function everyPage<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
) {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const reply = await page(cursor);
    items.push(...reply.items);
    if (!reply.nextCursor) break;
    cursor = reply.nextCursor;
  }
  return items;
}

export const everyTagQuery = queryOptions({
  queryKey: ['tags', 'every'],
  queryFn: ({ signal }) => everyPage((cursor) => call(listTags, { query: { limit: 100, cursor } }, signal)),
  staleTime: 5_000,
});

export const everyClientQuery = queryOptions({
  queryKey: ['clients', 'every'],
  queryFn: ({ signal }) => everyPage((cursor) => call(listClients, { query: { limit: 100, cursor } }, signal)),
  staleTime: 5_000,
});

/** All of them and not the newest hundred: an organization has at most 2,000. */
export const everyFormQuery = queryOptions({
  queryKey: ['forms', 'every'],
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listForms, { query: { limit: 100, sort: 'name', cursor } }, signal)),
  select: (forms) => forms.map(({ id, name }) => ({ id, name })),
  staleTime: 5_000,
});

/** All of them: an organization has at most 2,000. */
export const everyAutomationQuery = queryOptions({
  queryKey: ['automations', 'every'],
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listAutomations, { query: { limit: 100, sort: 'name', cursor } }, signal)),
  select: (automations) => automations.map(({ id, name }) => ({ id, name })),
  staleTime: 5_000,
});

export const everyFieldQuery = queryOptions({
  queryKey: ['contact-fields'],
  queryFn: ({ signal }) => call(listContactFields, {}, signal),
});

export const recentImportsQuery = queryOptions({
  queryKey: ['imports', 'recent'],
  queryFn: ({ signal }) => call(listImports, { query: { limit: 100 } }, signal),
  staleTime: 5_000,
});

/** Saves a new segment without an id, else changes the one it names. */
export function useSaveSegment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ segmentId, ...body }: Body<typeof segments.createSegment> & { segmentId?: string | undefined }) =>
      segmentId
        ? call(segments.updateSegment, { params: { segmentId }, body })
        : call(segments.createSegment, { body }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: segmentKeys.all, refetchType: 'none' });
      client.setQueryData(segmentQuery(saved.id).queryKey, saved);
    },
  });
}

export function useDeleteSegment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (segmentId: string) => call(segments.deleteSegment, { params: { segmentId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: segmentKeys.lists }),
  });
}

/** The copy lands in the list at once. */
export function useDuplicateSegment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof segments.createSegment>) => call(segments.createSegment, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: segmentKeys.lists }),
  });
}
