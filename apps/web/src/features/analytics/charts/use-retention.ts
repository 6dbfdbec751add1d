import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { Retention } from '../queries.ts';
import { useSubtitle } from './use-subtitle.ts';

type Cohort = Retention['cohorts'][number];

export const shareAfter = ({ people, mailable }: Cohort, age: number): number | undefined => {
  const left = mailable[age];
  return left === undefined ? undefined : left / people;
};

type RetentionChart = { ages: number[]; finding: string; table: ChartTableData; image: ChartImage };

/** Contacts by the month they came in: as words, as a table and as a file; undefined while there are none. */
export function useRetention(shown: Retention | undefined): RetentionChart | undefined {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const subtitle = useSubtitle(undefined);
  const oldest = shown?.cohorts[0];
  if (!shown || !oldest) return undefined;
  const { cohorts } = shown;
  const ages = oldest.mailable.map((_, age) => age);
  const finding = t('retention.finding', {
    month: format.month(oldest.month),
    people: format.number(oldest.people),
    share: format.percent(shareAfter(oldest, ages.length - 1) ?? 0),
  });
  const columnsOf = ages.map((age) => t('retention.after', { count: age }));
  return {
    ages,
    finding,
    table: {
      columns: [t('retention.month'), t('retention.contacts'), ...columnsOf],
      rows: cohorts.map(({ month, people, mailable }) => [
        format.month(month),
        people,
        ...ages.map((age) => mailable[age] ?? ''),
      ]),
    },
    image: {
      title: t('retention.title'),
      subtitle,
      footnote: t('retention.short'),
      drawing: {
        kind: 'grid',
        rows: cohorts.map(({ month }) => format.month(month)),
        columns: columnsOf,
        values: cohorts.map((cohort) => ages.map((age) => shareAfter(cohort, age) ?? null)),
        shown: format.wholePercent,
      },
    },
  };
}
