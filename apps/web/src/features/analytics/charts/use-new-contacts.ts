import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { ChartGoal, ChartPoint, ChartSeries } from '#ui/chart-series.tsx';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { ContactAnalytics } from '../queries.ts';
import { useSubtitle } from './use-subtitle.ts';

type NewContacts = {
  points: ChartPoint[];
  series: ChartSeries[];
  table: ChartTableData;
  image: ChartImage;
};

/** New contacts by month: as columns, as a table and as a file. */
export function useNewContacts(
  contacts: ContactAnalytics | undefined,
  goal: ChartGoal | undefined,
): NewContacts | undefined {
  const { t } = useTranslation('analytics');
  const { t: goalText } = useTranslation('goals');
  const format = useFormat();
  const subtitle = useSubtitle(contacts?.period);
  if (!contacts) return undefined;
  const { months } = contacts;
  const points = months.map(({ month, created }) => ({ x: format.month(month), created }));
  const series: ChartSeries[] = [{ key: 'created', label: t('contacts.new'), series: 1 }];
  return {
    points,
    series,
    table: {
      columns: [t('contacts.month'), t('contacts.new'), t('contacts.days'), ...(goal ? [goalText('column')] : [])],
      rows: months.map(({ month, created, from, to }) => [
        format.month(month),
        created,
        t('range', { from: format.day(from), to: format.day(to) }),
        ...(goal ? [goal.value] : []),
      ]),
    },
    image: {
      title: t('contacts.title'),
      subtitle,
      legend: series.map((one) => ({ ...one, bars: true })),
      footnote: t('contacts.still'),
      drawing: { kind: 'columns', points, series, goal },
    },
  };
}
