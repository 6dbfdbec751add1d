import { useQuery } from '@tanstack/react-query';
import type { Sender } from '@waggle/contracts/sending';
import { useHolds } from '#features/accounts/index.ts';
import { useBuilder } from './builder-context.ts';
import { sendersQuery } from './queries.ts';

/** A client's own default before the organization's. */
const usualOf = (senders: readonly Sender[]): Sender | undefined =>
  senders.filter(({ isDefault }) => isDefault).toSorted((one) => (one.clientId === null ? 1 : -1))[0];

/** Those that can send for the client of this campaign: its own, and the organization's. */
export function useSenders() {
  const { draft, clientId, campaign } = useBuilder();
  const listed = useQuery({ ...sendersQuery, enabled: useHolds('sending:read') });
  const senders = (listed.data?.items ?? []).filter(
    (sender) => clientId === undefined || sender.clientId === null || sender.clientId === clientId,
  );
  const chosen = draft.senderId ? senders.find(({ id }) => id === draft.senderId) : usualOf(senders);
  return {
    senders,
    /** The chosen one, or the one that sends where none is chosen. */
    chosen,
    /** What recipients see; somebody who only looks does not see the list of senders. */
    fromName: chosen?.fromName ?? campaign?.senderName ?? undefined,
    fromEmail: chosen?.fromEmail ?? campaign?.senderEmail ?? undefined,
    isPending: listed.isPending,
  };
}
