import { useQuery } from '@tanstack/react-query';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';

/** The client a row belongs to, or the organization itself. */
export function useOwnerName(): (clientId: string | null) => string {
  const organization = useQuery(organizationQuery).data;
  const clients = useQuery({ ...clientChoicesQuery, enabled: organization?.type === 'AGENCY' }).data?.items ?? [];
  return (clientId) =>
    clients.find(({ id }) => id === clientId)?.name ?? (clientId === null ? (organization?.name ?? '') : '');
}

/** The same where there is a choice; in a business all rows belong to the one organization, which goes without saying. */
export function useOwnerNote(): (clientId: string | null) => string {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const ownerName = useOwnerName();
  return (clientId) => (isAgency ? ownerName(clientId) : '');
}
