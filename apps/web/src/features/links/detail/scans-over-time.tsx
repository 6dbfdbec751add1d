import { statPeriods } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import type { Period } from '../queries.ts';
import { stepsOf, type ScanStep } from './scan-days.ts';
import type { Stats } from './scan-stats.tsx';

type ScansOverTimeProps = { stats: Stats; period: Period; onPeriod: (period: Period) => void };

export function ScansOverTime({ stats, period, onPeriod }: ScansOverTimeProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const steps = stepsOf(stats.days);
  const nameOf = ({ from, to }: ScanStep) =>
    from === to ? format.day(from) : t('stats.fromTo', { from: format.dayInFull(from), to: format.dayInFull(to) });
  const points = steps.map((step) => ({
    x: nameOf(step),
    newVisitors: step.newVisitors,
    repeat: step.scans - step.newVisitors,
  }));
  const series = [
    { key: 'newVisitors', label: t('stats.newVisitors'), series: 1 as const },
    { key: 'repeat', label: t('stats.repeat'), series: 'shade' as const },
  ];
  const dates = { from: format.dayInFull(stats.from), to: format.dayInFull(stats.to) };
  const finding = t('stats.finding', { count: stats.scans, shown: format.number(stats.scans), ...dates });

  return (
    <ChartFrame
      title={t('stats.overTime')}
      finding={finding}
      legend={series.map((entry) => ({ ...entry, bars: true }))}
      range={{
        options: statPeriods.map((value) => ({ value, label: t(`stats.periods.${value}`) })),
        value: period,
        onValueChange: (value) => onPeriod(statPeriods.find((one) => one === value) ?? '30d'),
      }}
      table={{
        columns: [t('stats.day'), t('columns.scans'), t('stats.newVisitors'), t('stats.repeat')],
        rows: steps.map((step) => [nameOf(step), step.scans, step.newVisitors, step.scans - step.newVisitors]),
      }}
      empty={stats.scans === 0}
      height={248}
    >
      <BarChart stacked points={points} series={series} formatValue={format.number} />
    </ChartFrame>
  );
}
