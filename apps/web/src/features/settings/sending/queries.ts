import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as cap from '@waggle/contracts/frequency-cap';
import * as sending from '@waggle/contracts/sending';
import { call } from '#lib/api.ts';
import { type Body, useChange } from '../queries.ts';

const sendingKeys = {
  domains: ['sending', 'domains'] as const,
  senders: ['sending', 'senders'] as const,
  connections: ['sending', 'connections'] as const,
  address: ['sending', 'address'] as const,
  cap: ['sending', 'cap'] as const,
  setUp: ['sending', 'set-up'] as const,
};

/** Milliseconds. The server asks DNS every 5 minutes; a screen left open should show it soon after. */
const lookAgain = 30_000;

export const domainsQuery = queryOptions({
  queryKey: sendingKeys.domains,
  queryFn: ({ signal }) => call(sending.listDomains, {}, signal),
  refetchInterval: ({ state }) => (state.data?.items.some((domain) => domain.state !== 'verified') ? lookAgain : false),
});

export const setUpQuery = queryOptions({
  queryKey: sendingKeys.setUp,
  queryFn: ({ signal }) => call(sending.readSetUp, {}, signal),
  refetchInterval: ({ state }) => (state.data?.domain && !state.data.done.domain ? lookAgain : false),
  // Other pages of the settings change it too.
  refetchOnMount: 'always',
});

export const sendersQuery = queryOptions({
  queryKey: sendingKeys.senders,
  queryFn: ({ signal }) => call(sending.listSenders, {}, signal),
});

export const connectionsQuery = queryOptions({
  queryKey: sendingKeys.connections,
  queryFn: ({ signal }) => call(sending.listConnections, {}, signal),
});

export const addressQuery = queryOptions({
  queryKey: sendingKeys.address,
  queryFn: ({ signal }) => call(sending.readPostalAddress, {}, signal),
});

export const capQuery = queryOptions({
  queryKey: sendingKeys.cap,
  queryFn: ({ signal }) => call(cap.readFrequencyCap, {}, signal),
});

export const useAddDomain = () =>
  useChange(
    (body: Body<typeof sending.addDomain>) => call(sending.addDomain, { body }),
    [sendingKeys.domains, sendingKeys.setUp],
  );

/** What was found is kept even when the answer is a refusal, so the list is read again either way. */
export function useCheckDomain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (domainId: string) => call(sending.checkDomain, { params: { domainId } }),
    onSettled: () =>
      Promise.all(
        [sendingKeys.domains, sendingKeys.senders, sendingKeys.setUp].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const useEmailRecords = () =>
  useMutation({
    mutationFn: ({ domainId, ...body }: { domainId: string; email: string }) =>
      call(sending.emailRecords, { params: { domainId }, body }),
  });

export const useRotateKeys = () =>
  useChange(
    (domainId: string) => call(sending.rotateDomainKeys, { params: { domainId } }),
    [sendingKeys.domains, sendingKeys.setUp],
  );

export const useEndWarmUp = () =>
  useChange(
    (domainId: string) => call(sending.endWarmUp, { params: { domainId } }),
    [sendingKeys.domains, sendingKeys.setUp],
  );

export const useDeleteDomain = () =>
  useChange(
    (domainId: string) => call(sending.deleteDomain, { params: { domainId } }),
    [sendingKeys.domains, sendingKeys.setUp],
  );

export const useCreateSender = () =>
  useChange(
    (body: Body<typeof sending.createSender>) => call(sending.createSender, { body }),
    [sendingKeys.senders, sendingKeys.setUp],
  );

type SenderChange = { senderId: string } & NonNullable<Body<typeof sending.updateSender>>;

export const useUpdateSender = () =>
  useChange(
    ({ senderId, ...body }: SenderChange) => call(sending.updateSender, { params: { senderId }, body }),
    [sendingKeys.senders, sendingKeys.setUp],
  );

export const useDeleteSender = () =>
  useChange(
    (senderId: string) => call(sending.deleteSender, { params: { senderId } }),
    [sendingKeys.senders, sendingKeys.setUp],
  );

export const useCreateConnection = () =>
  useChange(
    (body: Body<typeof sending.createConnection>) => call(sending.createConnection, { body }),
    [sendingKeys.connections, sendingKeys.setUp],
  );

type ConnectionChange = { connectionId: string } & NonNullable<Body<typeof sending.updateConnection>>;

export const useUpdateConnection = () =>
  useChange(
    ({ connectionId, ...body }: ConnectionChange) => call(sending.updateConnection, { params: { connectionId }, body }),
    [sendingKeys.connections, sendingKeys.setUp],
  );

export const useDeleteConnection = () =>
  useChange(
    (connectionId: string) => call(sending.deleteConnection, { params: { connectionId } }),
    [sendingKeys.connections, sendingKeys.setUp],
  );

/** A check shows in the connection whether it works. */
export const useCheckConnection = () =>
  useChange(
    (connectionId: string) => call(sending.checkConnection, { params: { connectionId } }),
    [sendingKeys.connections, sendingKeys.setUp],
  );

/** A test shows in the connection whether it works. */
export const useSendTest = () =>
  useChange(
    (body: Body<typeof sending.sendTest>) => call(sending.sendTest, { body }),
    [sendingKeys.connections, sendingKeys.setUp],
  );

export const useSaveAddress = () =>
  useChange(
    (body: Body<typeof sending.savePostalAddress>) => call(sending.savePostalAddress, { body }),
    [sendingKeys.address, sendingKeys.setUp],
  );

export const useSaveCap = () =>
  useChange((body: Body<typeof cap.saveFrequencyCap>) => call(cap.saveFrequencyCap, { body }), [sendingKeys.cap]);
