import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { type LeftOutContact, leftOutQuery } from '../queries.ts';
import { pagesOf } from './pages-of.ts';
import { personCell } from './person-cell.tsx';
import type { RecipientFilter } from './use-recipient-filter.ts';

const byContact = ({ contactId }: LeftOutContact) => contactId;

/** Who did not get it and why. A search answers for anybody, also for who was never selected. */
export function LeftOutTable({ campaign, filter }: { campaign: Campaign; filter: RecipientFilter }) {
  const { t } = useTranslation('campaign-report');
  const navigate = useNavigate();
  const { list, reason } = filter;
  const { limit, cursor, search } = list.query;
  const page = useQuery(leftOutQuery(campaign.id, { limit, cursor, search, reason }));
  const columns = useMemo(
    (): Column<LeftOutContact>[] => [
      {
        id: 'recipient',
        header: t('recipients.contact'),
        primary: true,
        cell: personCell,
      },
      { id: 'reason', header: t('recipients.reason'), cell: ({ reason }) => t(`leftOutReasons.${reason}`) },
    ],
    [t],
  );
  if (page.isError)
    return (
      <LoadError
        title={t('recipients.failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  return (
    <DataTable
      label={t('states.left-out')}
      columns={columns}
      rows={page.data?.items}
      rowId={byContact}
      refreshing={page.isPlaceholderData}
      phoneRow={({ email, name, reason }) => ({
        title: personCell({ name, email }),
        subtitle: t(`leftOutReasons.${reason}`),
      })}
      onRowOpen={({ contactId, email }) => {
        if (email !== null) void navigate({ to: '/dashboard/contacts', search: { contact: contactId } });
      }}
      pagination={page.data && pagesOf(list, page.data)}
      empty={<EmptyState title={t('recipients.none')}>{t('recipients.noneFound')}</EmptyState>}
    />
  );
}
