import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientChoicesQuery, organizationQuery } from './queries.ts';
import { useHolds, useUser } from './session.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Names of the clients by id; none for a business. */
export function useClientNames(): ReadonlyMap<string, string> {
  const organization = useQuery({ ...organizationQuery, enabled: useHolds('organization:read') });
  const isAgency = organization.data?.type === 'AGENCY';
  const { data } = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [id, name])), [data]);
}

/** The same where rows of several clients stand beside each other: an agency that shows all of them to somebody who is limited to none. */
export function useShownClients(): ReadonlyMap<string, string> {
  const { activeClientId, clientId: limit } = useUser();
  const names = useClientNames();
  return activeClientId === null && limit === null ? names : none;
}
