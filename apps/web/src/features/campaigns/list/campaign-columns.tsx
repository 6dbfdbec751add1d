import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { StatusBadge } from '../status-badge.tsx';

export function useCampaignColumns(): Column<CampaignSummary>[] {
  const { t } = useTranslation('campaigns');
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: (campaign) => <NameCell campaign={campaign} />,
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '7rem',
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      {
        id: 'sent',
        header: t('figures.sent'),
        align: 'end',
        width: '5rem',
        cell: ({ stats }) => <span className="font-semibold text-ink">{number(stats.sent)}</span>,
      },
      {
        id: 'createdAt',
        header: t('dates.created'),
        sortable: true,
        width: '7rem',
        cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
      },
    ],
    [t, number],
  );
}

function NameCell({ campaign }: { campaign: CampaignSummary }) {
  return (
    <span className="flex max-w-80 min-w-0 flex-col">
      <span className="truncate">{campaign.name}</span>
      <span className="truncate text-xs font-normal text-subtle">{campaign.subject}</span>
    </span>
  );
}

export function usePhoneRow(): (campaign: CampaignSummary) => PhoneRow {
  const { number } = useFormat();
  return ({ name, status, subject, stats }) => ({
    title: name,
    badge: <StatusBadge status={status} />,
    subtitle: subject,
    aside: number(stats.sent),
  });
}
