import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';

/** A select has no empty value, so "not limited" has a name of its own. */
export const allClients = 'all';

/** What a person can be limited to; only agencies have the choice. */
export function useClientOptions() {
  const { t } = useTranslation('app');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  const items = clients.data?.items ?? [];
  return [
    { value: allClients, label: t('activeClient.all') },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
