import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RankedCode } from '@waggle/contracts/analytics';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useHolds, useShownClients } from '#features/accounts/index.ts';
import { type Define, useDefinitions, useGoal } from '#features/dashboard/index.ts';
import { type Format, useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Trend } from '../overview/top-codes.tsx';
import { codeAnalyticsQuery, type Period } from '../queries.ts';
import { usePage } from './use-page.ts';

const byId = ({ id }: RankedCode) => id;

export function CodesTab({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const navigate = useNavigate();
  const list = usePage();
  const opensCodes = useHolds('links:read');
  const { limit, cursor } = list.query;
  const page = useQuery(codeAnalyticsQuery({ period, limit, cursor }));
  const clients = useShownClients();
  const goal = useGoal('scans');
  const define = useDefinitions();
  const columns = useMemo(() => columnsOf({ t, format, define }, clients), [t, format, define, clients]);
  const open = ({ id }: RankedCode) =>
    void navigate({ to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId: id }, search: { period } });
  if (page.isError && !page.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  const scansOf = (scans: number) => t('codes.scans', { count: scans, shown: format.number(scans) });
  return (
    <Card
      flush
      className="overflow-hidden"
      footer={
        page.data && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p>
              {t('codes.all', { scans: scansOf(page.data.scans) })} {goal.shown?.sentence}
            </p>
            {goal.open && (
              <Button size="sm" onClick={goal.open}>
                {goal.label}
              </Button>
            )}
          </div>
        )
      }
    >
      <DataTable
        label={t('tabs.codes')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        refreshing={page.isPlaceholderData}
        onRowOpen={opensCodes ? open : undefined}
        phoneRow={({ name, scans, trend }) => ({ title: name, subtitle: scansOf(scans), aside: trendOf(trend) })}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={<EmptyState title={t('codes.none')}>{t('codes.noneText')}</EmptyState>}
      />
      {goal.dialog}
    </Card>
  );
}

const trendOf = (trend: readonly number[]) => <Trend values={trend} />;

type Words = { t: TFunction<'analytics'>; format: Format; define: Define };

function columnsOf({ t, format, define }: Words, clients: ReadonlyMap<string, string>): Column<RankedCode>[] {
  const columns: Column<RankedCode>[] = [
    { id: 'name', header: t('columns.name'), primary: true, cell: ({ name }) => name },
    {
      id: 'trend',
      header: t('columns.days30'),
      hint: define('scansEachByDay'),
      width: '8rem',
      cell: ({ trend }) => trendOf(trend),
    },
    {
      id: 'scans',
      header: t('columns.scans'),
      hint: define('scansEach'),
      align: 'end',
      width: '8rem',
      cell: ({ scans }) => format.number(scans),
    },
  ];
  if (clients.size > 0)
    columns.splice(1, 0, {
      id: 'client',
      header: t('columns.client'),
      cell: ({ clientId }) => clients.get(clientId ?? ''),
    });
  return columns;
}
