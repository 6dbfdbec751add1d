import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartPoint } from '#ui/chart-series.tsx';
import type { Growth } from './queries.ts';

/** Day by day, a year week by week, as the drawing and its file take it. */
export function useGrowthPoints(growth: Growth | undefined): ChartPoint[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return useMemo(
    () =>
      (growth?.days ?? []).map(({ on, total, joined, left }, at) => ({
        x: format.day(on),
        heading: growth?.range === '1y' ? t('growth.weekEnding', { day: format.dayInFull(on) }) : format.weekday(on),
        total,
        joined,
        left,
        previous: growth?.previous?.[at] ?? null,
      })),
    [growth, t, format],
  );
}
