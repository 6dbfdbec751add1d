import { queryOptions } from '@tanstack/react-query';
import * as guests from '@waggle/contracts/guests';
import { call } from '#lib/api.ts';
import { type Body, useChange } from './queries.ts';

const keyOf = (clientId: string) => ['clients', 'guest-links', clientId] as const;

export const guestLinksQuery = (clientId: string) =>
  queryOptions({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => call(guests.listGuestLinks, { params: { clientId } }, signal),
    refetchOnMount: 'always',
  });

export const useCreateGuestLink = (clientId: string) =>
  useChange(
    (body: NonNullable<Body<typeof guests.createGuestLink>>) =>
      call(guests.createGuestLink, { params: { clientId }, body }),
    [keyOf(clientId)],
  );

export const useEndGuestLink = (clientId: string) =>
  useChange((guestLinkId: string) => call(guests.endGuestLink, { params: { guestLinkId } }), [keyOf(clientId)]);
