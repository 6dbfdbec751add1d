import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as automations from '@waggle/contracts/automations';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { automationKeys as keys } from './keys.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

/** Milliseconds between two looks at figures: the server counts anew no more often. */
const figuresMs = 10_000;

export const automationsQuery = (query: Query<typeof automations.listAutomations>) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(automations.listAutomations, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const automationQuery = (automationId: string) =>
  queryOptions({
    queryKey: keys.one(automationId),
    queryFn: ({ signal }) => call(automations.readAutomation, { params: { automationId } }, signal),
    refetchOnMount: 'always',
  });

export const figuresQuery = (automationId: string) =>
  queryOptions({
    queryKey: keys.figures(automationId),
    queryFn: ({ signal }) => call(automations.readAutomationFigures, { params: { automationId } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: figuresMs,
  });

/** What was read before knows the automation as it was. */
export function useKeepAutomation(): (automation: automations.Automation) => automations.Automation {
  const client = useQueryClient();
  return (automation) => {
    client.setQueryData(automationQuery(automation.id).queryKey, automation);
    void client.invalidateQueries({ queryKey: keys.lists });
    return automation;
  };
}

type Move = { automationId: string } & Body<typeof automations.changeAutomationStatus>;

/** Pauses, resumes, closes or ends. */
export function useChangeStatus() {
  const client = useQueryClient();
  const keep = useKeepAutomation();
  return useMutation({
    mutationFn: ({ automationId, ...body }: Move) =>
      call(automations.changeAutomationStatus, { params: { automationId }, body }),
    onSuccess: (automation) => {
      keep(automation);
      return client.invalidateQueries({ queryKey: keys.figures(automation.id) });
    },
  });
}

export function useDeleteAutomation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (automationId: string) => call(automations.deleteAutomation, { params: { automationId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}
