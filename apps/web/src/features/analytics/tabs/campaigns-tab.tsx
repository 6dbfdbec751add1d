import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RankedCampaign } from '@waggle/contracts/analytics';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useShownClients } from '#features/accounts/index.ts';
import { useReportAddress } from '#features/campaigns/index.ts';
import { type Define, useDefinitions } from '#features/dashboard/index.ts';
import { type Format, useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { campaignAnalyticsQuery, type Period } from '../queries.ts';
import { usePage } from './use-page.ts';

const byId = ({ id }: RankedCampaign) => id;

export function CampaignsTab({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const navigate = useNavigate();
  const list = usePage();
  const reportOf = useReportAddress();
  const { limit, cursor } = list.query;
  const page = useQuery(campaignAnalyticsQuery({ period, limit, cursor }));
  const clients = useShownClients();
  const define = useDefinitions();
  const columns = useMemo(() => columnsOf({ t, format, define }, clients), [t, format, define, clients]);
  if (page.isError && !page.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  return (
    <Card flush className="overflow-hidden" footer={t('performance.rates')}>
      <DataTable
        label={t('tabs.campaigns')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        refreshing={page.isPlaceholderData}
        onRowOpen={({ id }) => void navigate(reportOf(id))}
        phoneRow={({ name, sent, openRate, clickRate }) => ({
          title: name,
          subtitle: t('campaigns.sent', { count: sent, shown: format.number(sent) }),
          aside: t('campaigns.opened', { rate: format.rate(openRate) }),
          asideBelow: t('campaigns.clicked', { rate: format.rate(clickRate) }),
        })}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={<EmptyState title={t('campaigns.none')}>{t('campaigns.noneText')}</EmptyState>}
      />
    </Card>
  );
}

type Words = { t: TFunction<'analytics'>; format: Format; define: Define };

function columnsOf({ t, format, define }: Words, clients: ReadonlyMap<string, string>): Column<RankedCampaign>[] {
  const count = (id: 'sent' | 'delivered' | 'bounced'): Column<RankedCampaign> => ({
    id,
    header: t(`performance.steps.${id}`),
    hint: define(`${id}Each`),
    align: 'end',
    width: '7rem',
    cell: (row) => format.number(row[id]),
  });
  const rate = (id: 'openRate' | 'clickRate'): Column<RankedCampaign> => ({
    id,
    header: t(`columns.${id}`),
    hint: define(`${id}Each`),
    align: 'end',
    width: '7rem',
    cell: (row) => format.rate(row[id]),
  });
  const columns: Column<RankedCampaign>[] = [
    { id: 'name', header: t('columns.campaign'), primary: true, cell: ({ name }) => name },
    {
      id: 'sentAt',
      header: t('columns.sentAt'),
      width: '9rem',
      cell: ({ sentAt }) => <time dateTime={sentAt}>{format.date(sentAt)}</time>,
    },
    count('sent'),
    count('delivered'),
    rate('openRate'),
    rate('clickRate'),
    count('bounced'),
  ];
  if (clients.size > 0)
    columns.splice(1, 0, {
      id: 'client',
      header: t('columns.client'),
      cell: ({ clientId }) => clients.get(clientId ?? ''),
    });
  return columns;
}
