import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';

/** What a person can be limited to; only agencies have the choice. */
export function useClientChoices(): readonly { id: string; name: string }[] {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  return useQuery({ ...clientChoicesQuery, enabled: isAgency }).data?.items ?? [];
}

/** 'Ashby, Birch', or that they see all. A client that was deactivated has no name here, and gives no access. */
export function useClientLimitText(): (clientIds: readonly string[]) => string {
  const { t } = useTranslation(['settings', 'app']);
  const choices = useClientChoices();
  return (clientIds) => {
    if (clientIds.length === 0) return t('app:activeClient.all');
    const names = choices.filter(({ id }) => clientIds.includes(id)).map(({ name }) => name);
    return names.length === 0 ? t('team.noClient') : names.join(', ');
  };
}
