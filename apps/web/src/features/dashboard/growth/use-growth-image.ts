import { useTranslation } from 'react-i18next';
import { useShownName } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { ChartGoal, ChartSeries } from '#ui/chart-series.tsx';
import type { Growth } from './queries.ts';
import { useGrowthPoints } from './use-growth-points.ts';

/** The curve for a file that is read elsewhere. */
export function useGrowthImage(
  growth: Growth | undefined,
  series: readonly ChartSeries[],
  goal: ChartGoal | undefined,
): ChartImage | undefined {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const whose = useShownName();
  const points = useGrowthPoints(growth);
  if (!growth) return undefined;
  const { from, to } = growth;
  return {
    title: t('growth.title'),
    subtitle: `${whose}, ${t('growth.span', { from: format.dayInFull(from), to: format.dayInFull(to) })}`,
    legend: series,
    drawing: { kind: 'lines', points, series, goal },
  };
}
