import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientChoicesQuery, organizationQuery } from './queries.ts';

/** Names of the clients by id; none for a business. */
export function useClientNames(): ReadonlyMap<string, string> {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const { data } = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [id, name])), [data]);
}
