import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from '#features/accounts/index.ts';
import { inStepsOf, useWeekWords } from '#features/links/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { HeatMap, HeatMapAxis, HeatMapScale } from '#ui/heat-map.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { useIsPhone } from '#ui/use-media-query.ts';
import { useOpeningHours, weekdays } from '../charts/use-opening-hours.ts';
import { type OpeningHours, openingHoursQuery, type Period } from '../queries.ts';

/** When people open the emails of the period, which is when to send the next. */
export function BestHours({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const hours = useQuery(openingHoursQuery(period));
  const waiting = useDelayedPending(hours.isPending);
  if (hours.isError && !hours.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(hours.error)}
        retry={() => void hours.refetch()}
        busy={hours.isFetching}
      />
    );
  if (!hours.data || waiting) return waiting && <Skeleton shape="block" width="100%" height={280} />;
  return <Week shown={hours.data} />;
}

function Week({ shown }: { shown: OpeningHours }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const words = useWeekWords();
  const chart = useOpeningHours(shown);
  // Phones have no room for 24 columns.
  const step = useIsPhone() ? 2 : 1;
  const values = inStepsOf(step, shown.week);
  const columns = Array.from({ length: 24 / step }, (_, at) => at * step);
  const files = useChartFiles(chart?.image);
  return (
    <ChartFrame
      title={t('hours.title')}
      finding={chart?.best ?? t('hours.title')}
      summary={chart?.best}
      aside={chart && <HeatMapScale less={t('hours.less')} more={t('hours.more')} />}
      table={chart?.table}
      {...files}
      footnote={chart && t('hours.counted')}
      empty={!chart}
      height={chart ? 'auto' : 180}
    >
      <HeatMap
        rows={weekdays.map(words.shortWeekday)}
        columns={columns.map(words.hour)}
        values={values}
        describe={(weekday, column) => {
          const count = values[weekday]?.[column] ?? 0;
          const slot = chart?.slot(weekday, columns[column] ?? 0, step) ?? '';
          return t('hours.cell', { slot, count, shown: format.number(count) });
        }}
      />
      <HeatMapAxis labels={columns.map((hour) => (hour % 3 === 0 ? words.shortHour(hour) : ''))} />
    </ChartFrame>
  );
}
