import { useQuery } from '@tanstack/react-query';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';

/** The client a row belongs to, or the organization itself. */
export function useOwnerName(): (clientId: string | null) => string {
  const organization = useQuery(organizationQuery).data;
  const clients = useQuery({ ...clientChoicesQuery, enabled: organization?.type === 'AGENCY' }).data?.items ?? [];
  return (clientId) =>
    clients.find(({ id }) => id === clientId)?.name ?? (clientId === null ? (organization?.name ?? '') : '');
}
