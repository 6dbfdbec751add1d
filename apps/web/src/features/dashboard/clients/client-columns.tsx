import { bounceLimit, complaintLimit, type ClientInControlRoom } from '@waggle/contracts/control-room';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { cx } from '#ui/class-names.ts';
import type { Column } from '#ui/data-table.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { Change } from './change.tsx';
import { type ChosenClient, ClientMenu } from './client-menu.tsx';
import { Growth, LastSent, PlanShare } from './figure-cells.tsx';
import { HealthBadge } from './health-badge.tsx';

type Row = ClientInControlRoom;

export function useClientColumns(currency: string, onChoose: (chosen: ChosenClient) => void): Column<Row>[] {
  const { t } = useTranslation('control-room');
  const format = useFormat();
  const money = useMoney({ brief: true });
  return useMemo(
    () => [
      ...stateColumns({ t, format }),
      ...emailColumns({ t, format }),
      ...revenueColumns(t, (amount) => money(amount, currency)),
      {
        id: 'actions',
        header: t('columns.actions'),
        hideHeader: true,
        align: 'end',
        width: '3.5rem',
        cell: (client) => <ClientMenu client={client} onChoose={onChoose} />,
      },
    ],
    [t, format, money, currency, onChoose],
  );
}

type Tools = { t: TFunction<'control-room'>; format: Format };

function stateColumns({ t, format }: Tools): Column<Row>[] {
  return [
    {
      id: 'name',
      header: t('columns.client'),
      sortable: true,
      primary: true,
      cell: ({ name, logoUrl }) => (
        <span className="flex max-w-48 min-w-0 items-center gap-2.5 text-ink">
          <Hexagon name={name} src={logoUrl ?? undefined} size={28} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      ),
    },
    {
      id: 'health',
      header: t('columns.health'),
      width: '6rem',
      cell: ({ health }) => <HealthBadge health={health} />,
    },
    {
      id: 'contacts',
      header: t('columns.contacts'),
      sortable: true,
      descendingFirst: true,
      align: 'end',
      width: '5.5rem',
      cell: ({ contacts }) => <span className="font-semibold text-ink">{format.number(contacts)}</span>,
    },
    {
      id: 'planShare',
      header: t('columns.planShare'),
      hint: t('hints.planShare'),
      width: '6.5rem',
      cell: ({ planShare }) => <PlanShare share={planShare} />,
    },
    {
      id: 'growth',
      header: t('columns.growth'),
      hint: t('hints.growth'),
      sortable: true,
      descendingFirst: true,
      width: '8rem',
      cell: (client) => <Growth client={client} />,
    },
  ];
}

function emailColumns({ t, format }: Tools): Column<Row>[] {
  return [
    {
      id: 'lastSent',
      header: t('columns.lastSent'),
      sortable: true,
      descendingFirst: true,
      width: '6rem',
      cell: (client) => <LastSent client={client} />,
    },
    {
      id: 'bounced',
      header: t('columns.bounced'),
      hint: t('hints.bounced'),
      align: 'end',
      width: '5.5rem',
      cell: ({ bounceRate }) => (
        <span className={cx((bounceRate ?? 0) > bounceLimit && 'font-semibold text-danger-text')}>
          {format.rate(bounceRate)}
        </span>
      ),
    },
    {
      id: 'complaints',
      header: t('columns.complaints'),
      hint: t('hints.complaints'),
      align: 'end',
      width: '6rem',
      cell: ({ complaintRate }) => (
        <span className={cx((complaintRate ?? 0) > complaintLimit && 'font-semibold text-warning-text')}>
          {format.fineRate(complaintRate)}
        </span>
      ),
    },
  ];
}

function revenueColumns(t: Tools['t'], shown: (amount: number) => string): Column<Row>[] {
  return [
    {
      id: 'revenue',
      header: t('columns.revenue'),
      hint: t('hints.revenue'),
      sortable: true,
      descendingFirst: true,
      align: 'end',
      width: '8.5rem',
      cell: ({ revenue }) => <span className="font-semibold text-ink">{revenue === null ? '–' : shown(revenue)}</span>,
    },
    {
      id: 'change',
      header: t('columns.change'),
      hideHeader: true,
      align: 'end',
      width: '4rem',
      cell: ({ revenueChange }) => revenueChange !== null && <Change percent={revenueChange} />,
    },
  ];
}
