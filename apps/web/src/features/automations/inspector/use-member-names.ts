import { queryOptions, useQuery } from '@tanstack/react-query';
import { listMembers } from '@waggle/contracts/team';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';

const membersQuery = queryOptions({
  queryKey: ['team', 'members', 'automations'],
  queryFn: ({ signal }) => call(listMembers, { query: { sort: 'name', limit: 100 } }, signal),
});

/** The team, for those who may see it. */
export const useMembers = () => useQuery({ ...membersQuery, enabled: useHolds('team:read') }).data?.items ?? [];

/** Who is notified; null is everybody who may edit. */
export function useMemberNames(): (memberId: string | null) => string {
  const { t } = useTranslation('automation-editor');
  const members = useMembers();
  return (memberId) =>
    memberId === null ? t('forms.everyone') : (members.find(({ id }) => id === memberId)?.name ?? '–');
}
