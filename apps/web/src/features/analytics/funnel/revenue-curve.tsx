import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from '#features/accounts/index.ts';
import { useDayMarks, useGoal, useNotes } from '#features/dashboard/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { AreaChart } from '#ui/area-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { ChartMarks } from '#ui/chart-marks.tsx';
import type { ChartSeries } from '#ui/chart-series.tsx';
import { useSubtitle } from '../charts/use-subtitle.ts';
import type { Funnel } from '../queries.ts';

/** What people paid, day by day, who scanned a code in the seven days before. */
export function RevenueCurve({ shown }: { shown: Funnel }) {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const format = useFormat();
  const { t: goalText } = useTranslation('goals');
  const goal = useGoal('revenue');
  const subtitle = useSubtitle(shown.period);
  const { revenue, currency } = shown;
  const inCurrency = useMoney({ brief: true });
  const money = (amount: number) => inCurrency(amount, currency);
  const series: ChartSeries[] = [
    { key: 'amount', label: t('funnel.revenue'), series: 1 },
    ...(revenue.previous ? [{ key: 'previous', label: t('performance.before'), series: 'compare' as const }] : []),
  ];
  const points = usePoints(revenue);
  const { notes, edit, add, dialog } = useNotes(shown.period);
  const marks = useDayMarks({ days: revenue.days.map(({ on }) => on), marks: revenue.marks, notes, editNote: edit });
  const isEmpty = revenue.scanned === 0 && !revenue.previous?.some((amount) => amount > 0);
  const part = revenue.all > 0 ? format.percent(revenue.scanned / revenue.all) : null;
  const summary = part && t('funnel.partOf', { part, all: money(revenue.all) });
  const files = useChartFiles({
    title: t('funnel.fromScans'),
    subtitle,
    legend: series,
    drawing: { kind: 'lines', points, series },
  });
  return (
    <>
      <ChartFrame
        title={t('funnel.fromScans')}
        finding={`${money(revenue.scanned)} ${summary ?? ''}`}
        legend={revenue.previous ? series : undefined}
        summary={
          <span className="flex items-baseline gap-2.5">
            <strong className="text-base font-semibold text-ink tabular-nums">{money(revenue.scanned)}</strong>
            {summary && <span className="text-xs text-muted">{summary}</span>}
          </span>
        }
        table={{
          columns: [t('funnel.day'), t('funnel.revenue')],
          rows: revenue.days.map(({ on, amount }) => [format.dayInFull(on), money(amount)]),
        }}
        {...files}
        menu={isEmpty ? goal.item : [add, goal.item]}
        footnote={goal.shown && goalText('revenue', { sentence: goal.shown.sentence })}
        empty={isEmpty}
      >
        <div className="relative h-full">
          <AreaChart points={points} series={series} formatTick={money} formatValue={money} />
          <ChartMarks label={t('dashboard:growth.marks')} marks={marks} />
        </div>
      </ChartFrame>
      {dialog}
      {goal.dialog}
    </>
  );
}

function usePoints(revenue: Funnel['revenue']) {
  const format = useFormat();
  return useMemo(
    () =>
      revenue.days.map(({ on, amount }, at) => ({
        x: format.day(on),
        heading: format.dayInFull(on),
        amount,
        previous: revenue.previous?.[at] ?? null,
      })),
    [revenue, format],
  );
}
