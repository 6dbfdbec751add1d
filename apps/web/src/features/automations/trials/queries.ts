import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as trials from '@waggle/contracts/automation-trials';
import { listContacts } from '@waggle/contracts/contacts';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { automationKeys as keys } from '../keys.ts';

/** Milliseconds between two looks at one that runs. */
const lookMs = 1_000;
/** As many as the list has room for; the rest is found by typing. */
const fewContacts = 8;

export const isRunning = (one: Pick<trials.BackTest, 'state'>): boolean =>
  one.state === 'queued' || one.state === 'running';

export const contactsQuery = (search: string) =>
  queryOptions({
    queryKey: ['contacts', 'to-test', search],
    queryFn: ({ signal }) => call(listContacts, { query: { search, limit: fewContacts, sort: 'name' } }, signal),
    placeholderData: keepPreviousData,
  });

export const backTestQuery = (automationId: string) =>
  queryOptions({
    queryKey: keys.backTest(automationId),
    queryFn: ({ signal }) => call(trials.newestBackTest, { params: { automationId } }, signal),
    select: ({ backTest }) => backTest,
    refetchInterval: ({ state }) => (state.data?.backTest && isRunning(state.data.backTest) ? lookMs : false),
    refetchOnMount: 'always',
  });

export const trialPersonQuery = (automationId: string, trialId: string, place: number) =>
  queryOptions({
    queryKey: [...keys.backTest(automationId), trialId, place],
    queryFn: ({ signal }) => call(trials.readTrialPerson, { params: { automationId, trialId, place } }, signal),
    staleTime: Infinity,
  });

function useBackTestChange<Input>(change: (input: Input) => Promise<trials.BackTest>, automationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (backTest) => client.setQueryData(backTestQuery(automationId).queryKey, { backTest }),
    // One that somebody else began, or that has ended meanwhile, is shown.
    onError: () => client.invalidateQueries({ queryKey: backTestQuery(automationId).queryKey }),
  });
}

export const useStartBackTest = (automationId: string) =>
  useBackTestChange(
    (body: NonNullable<CallInput<typeof trials.startBackTest>['body']>) =>
      call(trials.startBackTest, { params: { automationId }, body }),
    automationId,
  );

export const useCancelBackTest = (automationId: string) =>
  useBackTestChange(
    (trialId: string) => call(trials.cancelBackTest, { params: { automationId, trialId } }),
    automationId,
  );
