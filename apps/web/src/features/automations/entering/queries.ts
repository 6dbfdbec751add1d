import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as automations from '@waggle/contracts/automations';
import { type ContactBatch, readBatch } from '@waggle/contracts/contact-batches';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { type ContactFilter, listContacts } from '@waggle/contracts/contacts';
import { call } from '#lib/api.ts';
import { pollMs } from '#lib/live.ts';
import { automationKeys as keys } from '../keys.ts';

/** As many as the lists have room for; the rest is found by typing. */
const few = 20;

/** Whom the automation may take, by what was typed. */
export const candidatesQuery = (search: string, rules: RuleGroup | undefined) =>
  queryOptions({
    queryKey: ['contacts', 'to-enter', search, rules ?? null],
    queryFn: ({ signal }) =>
      call(
        listContacts,
        { query: { search, limit: few, sort: 'name', ...(rules && { rules: JSON.stringify(rules) }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const liveAutomationsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.lists, 'to-enter', search],
    queryFn: ({ signal }) =>
      call(automations.listAutomations, { query: { search, status: 'live', sort: 'name', limit: few } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The rows of people and the figures are others from now on. */
function useMadeStale() {
  const client = useQueryClient();
  return (automationId: string) =>
    Promise.all(
      [keys.runs(automationId), keys.figures(automationId), keys.lists, ['contacts'], ['contact-batches']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useEnterContacts() {
  const stale = useMadeStale();
  return useMutation({
    mutationFn: ({ automationId, contactIds }: { automationId: string; contactIds: readonly string[] }) =>
      call(automations.enterAutomation, { params: { automationId }, body: { contactIds: [...contactIds] } }),
    onSuccess: (_answer, { automationId }) => void stale(automationId),
  });
}

export function useEnterMatching() {
  const stale = useMadeStale();
  return useMutation({
    mutationFn: ({ automationId, filter }: { automationId: string; filter: ContactFilter }) =>
      call(automations.enterMatching, { params: { automationId }, body: { filter } }),
    onSuccess: (_answer, { automationId }) => void stale(automationId),
  });
}

export const isEntering = ({ state }: Pick<ContactBatch, 'state'>): boolean => state === 'running';

/** Of a bulk action that was begun here. */
export const enteringQuery = (batch: ContactBatch) =>
  queryOptions({
    queryKey: ['contact-batches', 'one', batch.id],
    queryFn: ({ signal }) => call(readBatch, { params: { batchId: batch.id } }, signal),
    initialData: batch,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data && isEntering(state.data) ? pollMs(1_000) : false),
  });
