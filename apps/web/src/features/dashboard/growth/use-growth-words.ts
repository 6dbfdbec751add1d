import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartSeries } from '#ui/chart-series.tsx';
import type { ShownGoal } from '../goals/use-goal-words.ts';
import type { Growth } from './queries.ts';

/** What the curve says to those who do not see it, and the names of its lines. */
export function useGrowthWords(growth: Growth | undefined, shown: ShownGoal | undefined) {
  const { t } = useTranslation('dashboard');
  const { t: goalText } = useTranslation('goals');
  const format = useFormat();
  const [goal, sentence] = [shown?.goal.target, shown?.sentence];
  return useMemo(() => {
    if (!growth) return { finding: t('growth.title'), series: [] };
    const { days, previous, range } = growth;
    const first = days[0] ?? { on: growth.from, total: 0 };
    const goalColumn = goal === undefined ? [] : [goal];
    const before = t(`growth.previous.${range}`);
    const series: ChartSeries[] = [
      { key: 'total', label: t('growth.total'), series: 1 },
      ...(previous ? [{ key: 'previous', label: before, series: 'compare' as const }] : []),
    ];
    return {
      series,
      legend: series,
      finding: `${t('growth.finding', {
        first: format.number(first.total),
        last: format.number(days.at(-1)?.total ?? 0),
        from: format.dayInFull(first.on),
        to: format.dayInFull(growth.to),
      })} ${sentence ?? ''}`.trim(),
      table: {
        columns: [
          t(range === '1y' ? 'growth.week' : 'growth.day'),
          t('growth.total'),
          t('growth.joined'),
          t('growth.left'),
          ...(previous ? [before] : []),
          ...goalColumn.map(() => goalText('column')),
        ],
        rows: days.map(({ on, total, joined, left }, at) => [
          format.dayInFull(on),
          total,
          joined,
          left,
          ...(previous ? [previous[at] ?? 0] : []),
          ...goalColumn,
        ]),
      },
    };
  }, [growth, goal, sentence, t, goalText, format]);
}
