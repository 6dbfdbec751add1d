import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useAdvancedAnalyticsLock, useShowClient } from '#features/accounts/index.ts';
import { useDefinitions } from '#features/dashboard/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable, type Sort } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { clientsQuery, type Comparison, type Period } from '../queries.ts';
import { useShown } from '../use-shown.ts';
import { columnsOf, figures } from './client-columns.tsx';

type Row = Comparison['clients'][number];

const byId = ({ id }: Row) => id;

export function ClientsTab({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const mayUpgrade = useHolds('organization:manage');
  if (useAdvancedAnalyticsLock() === undefined) return <Clients period={period} />;
  return (
    <Alert tone="warning" icon={Lock} title={t('clients.locked')}>
      {t(mayUpgrade ? 'clients.upgrade' : 'clients.ask')}
    </Alert>
  );
}

function Clients({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { show } = useShown();
  const showClient = useShowClient();
  const [sort, setSort] = useState<Sort>({ column: 'contacts', direction: 'desc' });
  const comparison = useQuery(clientsQuery(period));
  const rows = useMemo(() => inOrder(comparison.data?.clients, sort), [comparison.data, sort]);
  const define = useDefinitions();
  const columns = useMemo(
    () => columnsOf({ t, format, define }, comparison.data),
    [t, format, define, comparison.data],
  );
  if (comparison.isError && !comparison.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(comparison.error)}
        retry={() => void comparison.refetch()}
        busy={comparison.isFetching}
      />
    );
  return (
    <Card flush className="overflow-hidden" footer={t('clients.average')}>
      <DataTable
        label={t('tabs.clients')}
        columns={columns}
        rows={rows}
        rowId={byId}
        refreshing={comparison.isPlaceholderData}
        sort={sort}
        onSortChange={setSort}
        onRowOpen={({ id }) => {
          showClient(id);
          show({ tab: 'overview' });
        }}
        phoneRow={({ name, contacts, created, openRate }) => ({
          title: name,
          subtitle: t('clients.contacts', { count: contacts, shown: format.number(contacts) }),
          aside: openRate === null ? '–' : t('campaigns.opened', { rate: format.rate(openRate) }),
          asideBelow: t('clients.new', { count: created, shown: format.number(created) }),
        })}
        empty={<EmptyState title={t('clients.none')}>{t('clients.noneText')}</EmptyState>}
      />
    </Card>
  );
}

/** All clients are here; what is unknown stands at the end of either order. */
function inOrder(rows: readonly Row[] | undefined, { column, direction }: Sort): Row[] | undefined {
  const by = figures.find((figure) => figure === column);
  const sign = direction === 'asc' ? 1 : -1;
  return rows?.toSorted((a, b) => {
    if (!by) return sign * a.name.localeCompare(b.name);
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || a.name.localeCompare(b.name);
  });
}
