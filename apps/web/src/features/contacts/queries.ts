import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { listCompanies } from '@waggle/contracts/companies';
import * as batches from '@waggle/contracts/contact-batches';
import { listContactFields } from '@waggle/contracts/contact-fields';
import * as contacts from '@waggle/contracts/contacts';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { listWaitingPeople } from '@waggle/contracts/form-submissions';
import * as segments from '@waggle/contracts/segments';
import * as consents from '@waggle/contracts/suppressions';
import * as tags from '@waggle/contracts/tags';
import { call } from '#lib/api.ts';
import { pollMs } from '#lib/live.ts';
import { contactKeys } from './keys.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

export const contactsQuery = (query: Query<typeof contacts.listContacts>) =>
  queryOptions({
    queryKey: [...contactKeys.contacts, 'list', query],
    queryFn: ({ signal }) => call(contacts.listContacts, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const countQuery = (query: Query<typeof contacts.countContacts>) =>
  queryOptions({
    queryKey: [...contactKeys.contacts, 'count', query],
    queryFn: ({ signal }) => call(contacts.countContacts, { query }, signal),
  });

export const companiesQuery = (query: Query<typeof listCompanies>) =>
  queryOptions({
    queryKey: [...contactKeys.contacts, 'companies', query],
    queryFn: ({ signal }) => call(listCompanies, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const summaryQuery = queryOptions({
  queryKey: [...contactKeys.contacts, 'summary'],
  queryFn: ({ signal }) => call(contacts.summarizeContacts, {}, signal),
});

export const waitingQuery = queryOptions({
  queryKey: [...contactKeys.contacts, 'waiting'],
  queryFn: ({ signal }) => call(listWaitingPeople, {}, signal),
  refetchOnMount: 'always',
});

export const contactQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...contactKeys.contacts, 'one', contactId],
    queryFn: ({ signal }) => call(contacts.readContact, { params: { contactId } }, signal),
    refetchOnMount: 'always',
  });

export const activityQuery = (contactId: string) =>
  infiniteQueryOptions({
    queryKey: [...contactKeys.contacts, 'activity', contactId],
    queryFn: ({ pageParam, signal }) =>
      call(contacts.listContactActivity, { params: { contactId }, query: { cursor: pageParam, limit: 30 } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  });

export const consentsQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...contactKeys.contacts, 'consents', contactId],
    queryFn: ({ signal }) => call(consents.listConsents, { params: { contactId } }, signal),
  });

export const fieldsQuery = queryOptions({
  queryKey: contactKeys.fields,
  queryFn: ({ signal }) => call(listContactFields, {}, signal),
});

/** As many as one call gives; whoever has more finds the rest by typing. */
export const tagChoicesQuery = (search = '') =>
  queryOptions({
    queryKey: [...contactKeys.tags, 'choices', search],
    queryFn: ({ signal }) => call(tags.listTags, { query: { limit: 100, search } }, signal),
    placeholderData: keepPreviousData,
  });

export const tagsQuery = (query: Query<typeof tags.listTags>) =>
  queryOptions({
    queryKey: [...contactKeys.tags, 'list', query],
    queryFn: ({ signal }) => call(tags.listTags, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Only how many there are, for the tab. */
export const segmentTotalQuery = queryOptions({
  queryKey: [...contactKeys.segments, 'total'],
  queryFn: ({ signal }) => call(segments.listSegments, { query: { limit: 1 } }, signal),
  select: ({ total }) => total,
});

export const batchesQuery = queryOptions({
  queryKey: [...contactKeys.batches, 'list'],
  queryFn: ({ signal }) => call(batches.listBatches, {}, signal),
});

const batchIsMoving = (state: batches.ContactBatch['state'] | undefined) => state === 'running' || state === 'undoing';

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...contactKeys.batches, 'one', batchId],
    queryFn: ({ signal }) => call(batches.readBatch, { params: { batchId } }, signal),
    refetchInterval: ({ state }) => (batchIsMoving(state.data?.state) ? pollMs(1_000) : false),
  });

/** Runs a change and reads again what it made stale. */
export function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>, stale: readonly QueryKey[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    },
  });
}

const people = [contactKeys.contacts];
const peopleAndTags = [contactKeys.contacts, contactKeys.tags];

export const useCreateContact = () =>
  useChange((body: Body<typeof contacts.createContact>) => call(contacts.createContact, { body }), people);

type ContactChange = { contactId: string } & Body<typeof contacts.updateContact>;

/** The sheet shows the change at once, and takes it back when the server refuses. */
export function useUpdateContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ contactId, ...body }: ContactChange) =>
      call(contacts.updateContact, { params: { contactId }, body }),
    onMutate: async ({ contactId, attributes, ...change }) => {
      const { queryKey } = contactQuery(contactId);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) {
        const shown = { ...before, ...change, attributes: { ...before.attributes, ...attributes } };
        client.setQueryData(queryKey, shown as contacts.ContactDetail);
      }
      return { before };
    },
    onError: (_error, { contactId }, kept) => client.setQueryData(contactQuery(contactId).queryKey, kept?.before),
    onSuccess: () => void client.invalidateQueries({ queryKey: contactKeys.contacts }),
  });
}

export const useDeleteContact = () =>
  useChange((contactId: string) => call(contacts.deleteContact, { params: { contactId } }), peopleAndTags);

type Move = { contactId: string; clientId: string | null };

export const useMoveContact = () =>
  useChange(
    ({ contactId, clientId }: Move) => call(contacts.moveContact, { params: { contactId }, body: { clientId } }),
    peopleAndTags,
  );

type Moved = { moved: { id: string; fromClientId: string | null }[]; taken: number };

/** Any number, in calls of as many as one takes. */
async function moveAll(ids: readonly string[], clientId: string | null): Promise<Moved> {
  const all: Moved = { moved: [], taken: 0 };
  for (let at = 0; at < ids.length; at += contacts.mostMoved) {
    const some = ids.slice(at, at + contacts.mostMoved);
    const { moved, taken } = await call(contacts.moveContacts, { body: { ids: some, clientId } });
    all.moved.push(...moved);
    all.taken += taken.length;
  }
  return all;
}

export const useMoveContacts = () =>
  useChange(async (moves: readonly { ids: readonly string[]; clientId: string | null }[]): Promise<Moved> => {
    const done = [];
    for (const { ids, clientId } of moves) done.push(await moveAll(ids, clientId));
    return { moved: done.flatMap(({ moved }) => moved), taken: done.reduce((sum, { taken }) => sum + taken, 0) };
  }, peopleAndTags);

type Erasure = { contactId: string; email: string };

export const useEraseContact = () =>
  useChange(
    ({ contactId, email }: Erasure) => call(contacts.eraseContact, { params: { contactId }, body: { email } }),
    peopleAndTags,
  );

type Tagging = { contactId: string; tagId: string };

export const useAddContactTag = () =>
  useChange(
    ({ contactId, tagId }: Tagging) => call(contacts.addContactTag, { params: { contactId }, body: { tagId } }),
    peopleAndTags,
  );

export const useRemoveContactTag = () =>
  useChange((params: Tagging) => call(contacts.removeContactTag, { params }), peopleAndTags);

export const useCreateTag = () =>
  useChange((body: Body<typeof tags.createTag>) => call(tags.createTag, { body }), [contactKeys.tags]);

type TagChange = { tagId: string } & Body<typeof tags.updateTag>;

export const useUpdateTag = () =>
  useChange(({ tagId, ...body }: TagChange) => call(tags.updateTag, { params: { tagId }, body }), peopleAndTags);

type TagMerge = { tagId: string; intoId: string };
const everythingTagged = [contactKeys.contacts, contactKeys.tags, contactKeys.segments];

export const useMergeTags = () =>
  useChange(
    ({ tagId, intoId }: TagMerge) => call(tags.mergeTags, { params: { tagId }, body: { intoId } }),
    everythingTagged,
  );

export const useDeleteTag = () =>
  useChange((tagId: string) => call(tags.deleteTag, { params: { tagId } }), everythingTagged);

type ConsentNote = { contactId: string } & Body<typeof consents.recordConsent>;

export const useRecordConsent = () =>
  useChange(
    ({ contactId, ...body }: ConsentNote) => call(consents.recordConsent, { params: { contactId }, body }),
    people,
  );

export const useSaveSegment = () =>
  useChange(
    (body: Body<typeof segments.createSegment>) => call(segments.createSegment, { body }),
    [contactKeys.segments],
  );

const everythingInBulk = [contactKeys.contacts, contactKeys.tags, contactKeys.batches];

export const useChangeContacts = () =>
  useChange((body: Body<typeof batches.changeContacts>) => call(batches.changeContacts, { body }), everythingInBulk);

export const useUndoBatch = () =>
  useChange((batchId: string) => call(batches.undoBatch, { params: { batchId } }), everythingInBulk);
