import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as hosts from '@waggle/contracts/hosts';
import { call } from '#lib/api.ts';
import { type Body, useChange } from '../queries.ts';

const hostKeys = { list: ['hosts'] as const };

/** Milliseconds. The server asks DNS every 5 minutes; a screen left open should show it soon after. */
const lookAgain = 30_000;

export const hostsQuery = queryOptions({
  queryKey: hostKeys.list,
  queryFn: ({ signal }) => call(hosts.listHosts, {}, signal),
  refetchInterval: ({ state }) => (state.data?.items.some((host) => host.state !== 'verified') ? lookAgain : false),
});

/** Addresses of codes and forms begin with them. */
const shown = [hostKeys.list, ['qr-codes'], ['forms']];

export const useCreateHost = () =>
  useChange((body: Body<typeof hosts.createHost>) => call(hosts.createHost, { body }), [hostKeys.list]);

/** What was found is kept even when the answer is a refusal, so the list is read again either way. */
export function useCheckHost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hostId: string) => call(hosts.checkHost, { params: { hostId } }),
    onSettled: () => Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

type HostChange = { hostId: string } & NonNullable<Body<typeof hosts.updateHost>>;

export const useUpdateHost = () =>
  useChange(({ hostId, ...body }: HostChange) => call(hosts.updateHost, { params: { hostId }, body }), shown);

export const useDeleteHost = () => useChange((hostId: string) => call(hosts.deleteHost, { params: { hostId } }), shown);
