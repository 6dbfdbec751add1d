import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/client-templates';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { sendTest } from '@waggle/contracts/sending';
import { useSetActiveClient, useUser } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';

type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

const keys = { all: ['client-templates'] as const, clients: ['clients'] as const };

/** Asked again whenever the dialog opens: what would be copied is what there is now. */
export const clientTemplatesQuery = queryOptions({
  queryKey: [...keys.all, 'list'],
  queryFn: ({ signal }) => call(contract.listClientTemplates, {}, signal),
  refetchOnMount: 'always',
});

export const copyCountsQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...keys.all, 'counts', clientId],
    queryFn: ({ signal }) => call(contract.countCopies, { query: { clientId } }, signal),
    refetchOnMount: 'always',
  });

/** Asked once for each website. What it says of itself is an offer, so that no answer is no failure. */
export const foundBrandQuery = (website: string) =>
  queryOptions({
    queryKey: [...keys.all, 'look', website],
    queryFn: ({ signal }) => call(contract.lookUpWebsite, { body: { website } }, signal),
    staleTime: Infinity,
    retry: false,
  });

/** The menu of clients and every list of them show the new one. */
export function useStartClient() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof contract.startClient>) => call(contract.startClient, { body }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.clients }),
        client.invalidateQueries({ queryKey: keys.all }),
      ]);
    },
  });
}

type Saved = { templateId?: string | undefined } & Body<typeof contract.createClientTemplate>;

/** With an id one that is there is changed. */
export function useSaveTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ templateId, ...body }: Saved) =>
      templateId === undefined
        ? call(contract.createClientTemplate, { body })
        : call(contract.updateClientTemplate, { params: { templateId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) => call(contract.deleteClientTemplate, { params: { templateId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** To the signed-in person. While another client is shown its sender is out of sight, so the new client is shown first. */
export function useFirstTest(clientId: string) {
  const { activeClientId } = useUser();
  const show = useSetActiveClient();
  return useMutation({
    mutationFn: async (senderId: string) => {
      if (activeClientId !== null && activeClientId !== clientId) await show.mutateAsync(clientId);
      return call(sendTest, { body: { senderId } });
    },
  });
}
