import type { ClientInControlRoom } from '@waggle/contracts/control-room';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { DataTable, type PhoneRow } from '#ui/data-table.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { useUpdated } from '../metrics/updated-ago.tsx';
import { Change } from './change.tsx';
import { useClientColumns } from './client-columns.tsx';
import type { ChosenClient } from './client-menu.tsx';
import { GrowthLine } from './figure-cells.tsx';
import { HealthBadge } from './health-badge.tsx';
import { NoClients } from './no-clients.tsx';
import type { ClientsList } from './use-clients-list.ts';
import { useGoToClient } from './use-go-to-client.ts';

type ClientTableProps = { clients: ClientsList; onChoose: (chosen: ChosenClient) => void; onAdd: () => void };

const byId = ({ id }: ClientInControlRoom) => id;

/** As high as its rows: the page scrolls, and its last line stays in sight. */
export function ClientTable({ clients, onChoose, onAdd }: ClientTableProps) {
  const { t } = useTranslation('control-room');
  const { list, page } = clients;
  const { data } = page;
  const isPhone = useIsPhone();
  const goTo = useGoToClient();
  const currency = data?.sums.currency ?? 'USD';
  const columns = useClientColumns(currency, onChoose);
  const phoneRow = usePhoneRow(currency);
  const { text: updated } = useUpdated(page.dataUpdatedAt);
  return (
    <DataTable
      label={t('clients')}
      columns={columns}
      rows={data?.items}
      rowId={byId}
      refreshing={page.isPlaceholderData}
      sort={list.order}
      // A phone has the order beside its title.
      onSortChange={isPhone ? undefined : list.setOrder}
      onRowOpen={({ id }) => goTo(id)}
      phoneRow={phoneRow}
      pagination={
        data && { ...list.pagination(data.total, data.nextCursor), note: isPhone ? updated : t('updated', { updated }) }
      }
      empty={<NoClients isFiltered={clients.isFiltered} onClear={clients.clear} onAdd={onAdd} />}
      className="flex-none! border-t border-line md:[&_thead_th]:bg-sunken"
    />
  );
}

function usePhoneRow(currency: string): (client: ClientInControlRoom) => PhoneRow {
  const { t } = useTranslation('control-room');
  const { number } = useFormat();
  const money = useMoney({ brief: true });
  return (client) => ({
    leading: <Hexagon name={client.name} src={client.logoUrl ?? undefined} size={34} />,
    title: client.name,
    subtitle: (
      <span className="flex items-center gap-2">
        <HealthBadge health={client.health} />
        <span className="truncate">
          {t('list.contacts', { count: client.contacts, shown: number(client.contacts) })}
        </span>
      </span>
    ),
    middle: <GrowthLine client={client} width={56} />,
    aside: (
      <span className="text-base font-semibold text-ink tabular-nums">
        {client.revenue === null ? '–' : money(client.revenue, currency)}
      </span>
    ),
    asideBelow: client.revenueChange !== null && <Change percent={client.revenueChange} />,
  });
}
