import type { ContactStatus } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { LegendEntry } from '#ui/chart-series.tsx';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { Analytics } from '../queries.ts';
import { useSubtitle } from './use-subtitle.ts';

export const statusSeries = {
  active: 1,
  lead: 2,
  unsubscribed: 6,
  bounced: 4,
  complained: 5,
} as const satisfies Record<ContactStatus, LegendEntry['series']>;

/** Contacts by status as a table and as a file; undefined while there are none. */
export function useDistribution(
  shown: Analytics | undefined,
): { table: ChartTableData; image: ChartImage } | undefined {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  // The statuses are those of today, whatever the period.
  const subtitle = useSubtitle(shown && { from: shown.period.to, to: shown.period.to });
  const total = shown?.distribution.reduce((sum, { contacts }) => sum + contacts, 0) ?? 0;
  if (!shown || total === 0) return undefined;
  const lines = shown.distribution.map(({ status, contacts }) => ({
    label: t(`distribution.statuses.${status}`),
    value: contacts,
    shown: format.number(contacts),
    note: format.percent(contacts / total),
    series: statusSeries[status],
  }));
  return {
    table: {
      columns: [t('distribution.status'), t('distribution.contacts'), t('distribution.part')],
      rows: lines.map(({ label, value, note }) => [label, value, note]),
    },
    image: { title: t('distribution.title'), subtitle, drawing: { kind: 'bars', bars: lines } },
  };
}
