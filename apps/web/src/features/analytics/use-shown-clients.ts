import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientChoicesQuery, organizationQuery, useUser } from '#features/accounts/index.ts';

const none: ReadonlyMap<string, string> = new Map();

/** By id, where rows of several clients stand beside each other: an agency that shows all. */
export function useClientNames(): ReadonlyMap<string, string> {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const { activeClientId } = useUser();
  const { data } = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  const names = useMemo(() => new Map(data?.items.map(({ id, name }) => [id, name])), [data]);
  return activeClientId === null ? names : none;
}
