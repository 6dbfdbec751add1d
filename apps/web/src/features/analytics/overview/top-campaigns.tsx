import { Link } from '@tanstack/react-router';
import type { RankedCampaign } from '@waggle/contracts/analytics';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useShownClients } from '#features/accounts/index.ts';
import { useReportAddress } from '#features/campaigns/index.ts';
import { type Define, useDefinitions } from '#features/dashboard/index.ts';
import { type Format, useFormat } from '#lib/format.ts';
import { Ranking, type RankingColumn } from './ranking.tsx';

export function TopCampaigns({ campaigns }: { campaigns: readonly RankedCampaign[] }) {
  const { t } = useTranslation('analytics');
  const columns = columnsOf({ t, format: useFormat(), define: useDefinitions() }, useShownClients());
  return <Ranking title={t('top.campaigns')} by={t('top.byOpens')} rows={campaigns} columns={columns} />;
}

type Words = { t: TFunction<'analytics'>; format: Format; define: Define };

function columnsOf(
  { t, format, define }: Words,
  clients: ReadonlyMap<string, string>,
): RankingColumn<RankedCampaign>[] {
  const columns: RankingColumn<RankedCampaign>[] = [
    { id: 'name', header: t('columns.campaign'), cell: ({ id, name }) => <CampaignLink id={id} name={name} /> },
    {
      id: 'opens',
      header: t('columns.opens'),
      hint: define('openedEach'),
      cell: ({ opened }) => <b className="font-semibold">{format.number(opened)}</b>,
    },
    {
      id: 'openRate',
      header: t('columns.openRate'),
      hint: define('openRateEach'),
      cell: ({ openRate }) => format.rate(openRate),
      // The last on a phone.
      className: 'max-sm:pr-4.5',
    },
    {
      id: 'clickRate',
      header: t('columns.clickRate'),
      hint: define('clickRateEach'),
      cell: ({ clickRate }) => format.rate(clickRate),
      className: 'max-sm:hidden',
    },
  ];
  if (clients.size > 0)
    columns.splice(1, 0, {
      id: 'client',
      header: t('columns.client'),
      cell: ({ clientId }) => clients.get(clientId ?? ''),
      className: 'w-[24%] text-left! font-normal! max-sm:hidden',
    });
  return columns;
}

export function CampaignLink({ id, name }: { id: string; name: string }) {
  const reportOf = useReportAddress();
  return (
    <Link {...reportOf(id)} className="hover:underline">
      {name}
    </Link>
  );
}
