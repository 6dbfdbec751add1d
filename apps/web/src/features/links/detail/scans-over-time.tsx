import { statPeriods } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import type { Period, Stats } from '../queries.ts';
import { BotScans } from './raw-numbers.tsx';
import { stepsOf } from './scan-days.ts';
import { useHourNames } from './use-hour-names.ts';

type ScansOverTimeProps = { stats: Stats; period: Period; onPeriod: (period: Period) => void };

/** A bar of the chart and a row of its table. */
type Step = { name: string; scans: number; newVisitors: number };

/** Hours on the first day, then days, weeks and months. */
function useSteps(stats: Stats): Step[] {
  const { t } = useTranslation('links');
  const format = useFormat();
  const hourName = useHourNames(stats.timezone);
  if (stats.hours) return stats.hours.map(({ at, ...step }) => ({ ...step, name: hourName(at) }));
  return stepsOf(stats.days).map(({ from, to, ...step }) => ({
    ...step,
    name:
      from === to ? format.day(from) : t('stats.fromTo', { from: format.dayInFull(from), to: format.dayInFull(to) }),
  }));
}

export function ScansOverTime({ stats, period, onPeriod }: ScansOverTimeProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const steps = useSteps(stats);
  const points = steps.map(({ name, scans, newVisitors }) => ({ x: name, newVisitors, repeat: scans - newVisitors }));
  const series = [
    { key: 'newVisitors', label: t('stats.newVisitors'), series: 1 as const },
    { key: 'repeat', label: t('stats.repeat'), series: 'shade' as const },
  ];
  const dates = { from: format.dayInFull(stats.from), to: format.dayInFull(stats.to) };
  const counted = { count: stats.scans, shown: format.number(stats.scans) };

  return (
    <ChartFrame
      title={t('stats.overTime')}
      finding={stats.hours ? t('stats.findingHours', counted) : t('stats.finding', { ...counted, ...dates })}
      summary={stats.hours && t('stats.byHour')}
      legend={series.map((entry) => ({ ...entry, bars: true }))}
      range={{
        options: statPeriods.map((value) => ({ value, label: t(`stats.periods.${value}`) })),
        value: period,
        onValueChange: (value) => onPeriod(statPeriods.find((one) => one === value) ?? '30d'),
      }}
      table={{
        columns: [
          t(stats.hours ? 'stats.hour' : 'stats.day'),
          t('columns.scans'),
          t('stats.newVisitors'),
          t('stats.repeat'),
        ],
        rows: steps.map(({ name, scans, newVisitors }) => [name, scans, newVisitors, scans - newVisitors]),
      }}
      footnote={stats.machine + stats.unsure > 0 && <BotScans stats={stats} />}
      empty={stats.scans === 0}
      height={248}
    >
      <BarChart stacked points={points} series={series} total={t('totalScans')} formatValue={format.number} />
    </ChartFrame>
  );
}
