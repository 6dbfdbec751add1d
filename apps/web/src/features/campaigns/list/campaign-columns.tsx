import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import type { Question } from '../actions/campaign-layers.tsx';
import { useAboutText } from '../about-text.ts';
import { phaseOf, progressOf } from '../phase.ts';
import { listRates } from '../rates.ts';
import { useRecipientsText } from '../recipients-text.ts';
import { useScheduleText } from '../schedule-text.tsx';
import { CampaignTypeBadge, StatusBadge } from '../status-badge.tsx';
import { RowMenu } from './row-menu.tsx';

type Ask = (campaignId: string, what: Question) => void;

function useFigureColumns(): Column<CampaignSummary>[] {
  const { t } = useTranslation('campaigns');
  const { number, percent } = useFormat();
  return useMemo(() => {
    const shown = (rate: number | null) => (rate === null ? '–' : percent(rate));
    return [
      {
        id: 'sent',
        header: t('figures.sent'),
        align: 'end',
        width: '5rem',
        cell: ({ stats }) => <span className="font-semibold text-ink">{number(stats.sent)}</span>,
      },
      {
        id: 'opened',
        header: t('figures.opened'),
        align: 'end',
        width: '5rem',
        cell: ({ stats }) => <span title={t('figures.openedHint')}>{shown(listRates(stats).opened)}</span>,
      },
      {
        id: 'clicked',
        header: t('figures.clicked'),
        align: 'end',
        width: '5rem',
        cell: ({ stats }) => <span title={t('figures.clickedHint')}>{shown(listRates(stats).clicked)}</span>,
      },
    ];
  }, [t, number, percent]);
}

export function useCampaignColumns(onAsk: Ask): Column<CampaignSummary>[] {
  const { t } = useTranslation('campaigns');
  const figures = useFigureColumns();
  // The columns stay the same while the question they ask changes.
  const ask = useRef(onAsk);
  useEffect(() => {
    ask.current = onAsk;
  });
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
        width: '9rem',
        cell: (campaign) => <StatusCell campaign={campaign} />,
      },
      ...figures,
      {
        id: 'recipients',
        header: t('dates.recipients'),
        cell: (campaign) => <RecipientsCell campaign={campaign} />,
      },
      { id: 'when', header: t('columns.when'), width: '9rem', cell: (campaign) => <WhenCell campaign={campaign} /> },
      {
        id: 'createdAt',
        header: t('dates.created'),
        sortable: true,
        width: '7rem',
        cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
      },
      {
        id: 'actions',
        header: t('columns.actions'),
        hideHeader: true,
        align: 'end',
        width: '4rem',
        cell: (campaign) => <RowMenu campaign={campaign} onAsk={(what) => ask.current(campaign.id, what)} />,
      },
    ],
    [t, figures],
  );
}

function NameCell({ campaign }: { campaign: CampaignSummary }) {
  const about = useAboutText()(campaign);
  return (
    <span className="flex max-w-64 min-w-0 flex-col">
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">{campaign.name}</span>
        {campaign.emails && <CampaignTypeBadge type={campaign.type} />}
      </span>
      <span className="truncate text-xs font-normal text-subtle">{about}</span>
    </span>
  );
}

function StatusCell({ campaign }: { campaign: CampaignSummary }) {
  const { total, done } = progressOf(campaign);
  const isSending = phaseOf(campaign) === 'sending' && total > 0 && !campaign.emails;
  return (
    <span className="flex items-center gap-2">
      <StatusBadge status={campaign.status} />
      {isSending && <span className="text-xs tabular-nums">{Math.floor((done / total) * 100)}%</span>}
    </span>
  );
}

function RecipientsCell({ campaign }: { campaign: CampaignSummary }) {
  const text = useRecipientsText()(campaign);
  return (
    <span title={text} className="block max-w-44 truncate">
      {text}
    </span>
  );
}

/** When it left or will leave, and until when it waits for its sending window. */
function WhenCell({ campaign: { sentAt, scheduledAt, eachZone, waitsUntil } }: { campaign: CampaignSummary }) {
  const { t } = useTranslation('campaigns');
  const schedule = useScheduleText();
  if (waitsUntil) return <span>{t('waitsUntil', { at: schedule(waitsUntil) })}</span>;
  if (sentAt) return <Time at={sentAt} className="whitespace-nowrap" />;
  if (scheduledAt) return <span className="whitespace-nowrap">{schedule(scheduledAt, eachZone)}</span>;
  return <span className="text-subtle">–</span>;
}

export function usePhoneRow(): (campaign: CampaignSummary) => PhoneRow {
  const { t } = useTranslation('campaigns');
  const { number } = useFormat();
  const about = useAboutText();
  return (campaign) => ({
    title: campaign.name,
    badge: (
      <>
        <StatusBadge status={campaign.status} />
        {campaign.emails && <CampaignTypeBadge type={campaign.type} />}
      </>
    ),
    subtitle: about(campaign),
    aside: t('sentCount', { count: campaign.stats.sent, shown: number(campaign.stats.sent) }),
    asideBelow: <Time at={campaign.createdAt} brief />,
  });
}
