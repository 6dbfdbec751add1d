import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';

/** Whose figures a report has: a client's, those of all clients, or of a business that has none. */
export function useReportName(): (clientName: string | null) => string {
  const { t } = useTranslation('analytics');
  const { data: organization } = useQuery(organizationQuery);
  const all = organization?.type === 'BUSINESS' ? organization.name : t('reports.everybody');
  return (clientName) => clientName ?? all;
}
