import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { HeatMap, HeatMapAxis, HeatMapScale } from '#ui/heat-map.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import type { Stats } from '../queries.ts';
import { busiestHour, inStepsOf } from './scan-week.ts';
import { useWeekWords } from './use-week-words.ts';

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Hour by weekday, in the time zone of the organization. */
export function WhenPeopleScan({ stats: { week, scans, timezone } }: { stats: Stats }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const words = useWeekWords();
  const hours = useIsPhone() ? 2 : 1;
  const values = inStepsOf(hours, week);
  const columns = Array.from({ length: 24 / hours }, (_, at) => at * hours);
  const slot = (weekday: number, hour: number, length: number) =>
    t('stats.slot', { weekday: words.weekday(weekday), from: words.hour(hour), to: words.hour((hour + length) % 24) });
  const best = busiestHour(week);
  const busiest = best ? t('stats.busiest', { slot: slot(best.weekday, best.hour, 1) }) : undefined;

  return (
    <ChartFrame
      title={t('stats.when')}
      finding={busiest ?? t('stats.nobodyYet')}
      aside={<HeatMapScale less={t('stats.less')} more={t('stats.more')} />}
      table={{
        columns: [t('stats.hour'), ...weekdays.map(words.shortWeekday)],
        rows: Array.from({ length: 24 }, (_, hour) => [
          words.hour(hour),
          ...weekdays.map((weekday) => week[weekday]?.[hour] ?? 0),
        ]),
      }}
      footnote={busiest && t('stats.inZone', { busiest, zone: words.zone(timezone) })}
      empty={scans === 0}
      height={scans === 0 ? 180 : 'auto'}
    >
      <HeatMap
        rows={weekdays.map(words.shortWeekday)}
        columns={columns.map(words.hour)}
        values={values}
        describe={(weekday, column) => {
          const count = values[weekday]?.[column] ?? 0;
          const where = slot(weekday, (columns[column] ?? 0) % 24, hours);
          return t('stats.cell', { slot: where, count, shown: format.number(count) });
        }}
      />
      <HeatMapAxis labels={columns.map((hour) => (hour % 3 === 0 ? words.shortHour(hour) : ''))} />
    </ChartFrame>
  );
}
