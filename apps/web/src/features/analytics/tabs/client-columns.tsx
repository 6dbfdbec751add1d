import type { ClientFigures } from '@waggle/contracts/analytics';
import type { FigureName } from '@waggle/contracts/metrics';
import type { TFunction } from 'i18next';
import type { Define } from '#features/dashboard/index.ts';
import type { Format } from '#lib/format.ts';
import type { Column } from '#ui/data-table.tsx';
import type { Comparison } from '../queries.ts';

type Row = Comparison['clients'][number];
type Figure = keyof ClientFigures;

export const figures: readonly Figure[] = ['contacts', 'created', 'sent', 'openRate', 'clickRate', 'scans'];
const isRate = (figure: Figure) => figure === 'openRate' || figure === 'clickRate';

type Words = { t: TFunction<'analytics'>; format: Format; define: Define };

/** The same figures as those of the organization. */
const counted: Record<Figure, FigureName> = {
  contacts: 'contacts',
  created: 'contactsCreated',
  sent: 'sent',
  openRate: 'openRateEach',
  clickRate: 'clickRateEach',
  scans: 'scans',
};

export function columnsOf({ t, format, define }: Words, shown: Comparison | undefined): Column<Row>[] {
  const names: Record<Figure, string> = {
    contacts: t('distribution.contacts'),
    created: t('contacts.new'),
    sent: t('performance.steps.sent'),
    openRate: t('columns.openRate'),
    clickRate: t('columns.clickRate'),
    scans: t('columns.scans'),
  };
  return [
    { id: 'name', header: t('columns.client'), primary: true, sortable: true, cell: ({ name }) => name },
    ...figures.map((figure): Column<Row> => {
      const most = Math.max(0, ...(shown?.clients ?? []).map((row) => row[figure] ?? 0));
      return {
        id: figure,
        header: names[figure],
        hint: define(counted[figure]),
        align: 'end',
        width: '8.5rem',
        sortable: true,
        cell: (row) => (
          <Cell
            figure={figure}
            value={row[figure]}
            average={shown?.average[figure] ?? null}
            most={most}
            words={{ t, format }}
          />
        ),
      };
    }),
  ];
}

type CellProps = {
  figure: Figure;
  value: number | null;
  average: number | null;
  most: number;
  words: Pick<Words, 't' | 'format'>;
};

/** The figure, a bar as long as its part of the largest, and how far it is from the average. */
function Cell({ figure, value, average, most, words: { t, format } }: CellProps) {
  if (value === null) return '–';
  const away = average === null ? 0 : Math.round((value - average) * 10) / 10;
  const difference = isRate(figure)
    ? t('clients.points', { points: format.signed(away) })
    : format.signed(Math.round(away));
  return (
    <span className="flex flex-col items-end gap-0.5 py-1">
      <span className="font-semibold">{isRate(figure) ? format.rate(value) : format.number(value)}</span>
      <span aria-hidden className="flex h-1 w-full justify-end overflow-hidden rounded-full bg-fill">
        <span
          className="h-full rounded-full bg-(--chart-1)"
          style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }}
        />
      </span>
      {average !== null && <span className="text-xs text-subtle">{difference}</span>}
    </span>
  );
}
