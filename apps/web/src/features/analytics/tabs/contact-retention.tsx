import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { shareAfter, useRetention } from '../charts/use-retention.ts';
import { type Retention, retentionQuery } from '../queries.ts';

/** How many of the contacts of each month can still be emailed. */
export function ContactRetention() {
  const { t } = useTranslation('analytics');
  const retention = useQuery(retentionQuery);
  const waiting = useDelayedPending(retention.isPending);
  if (retention.isError && !retention.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(retention.error)}
        retry={() => void retention.refetch()}
        busy={retention.isFetching}
      />
    );
  if (!retention.data || waiting) return waiting && <Skeleton shape="block" width="100%" height={280} />;
  return <Months shown={retention.data} />;
}

function Months({ shown }: { shown: Retention }) {
  const { t } = useTranslation('analytics');
  const chart = useRetention(shown);
  const files = useChartFiles(chart?.image);
  return (
    <ChartFrame
      title={t('retention.title')}
      finding={chart?.finding ?? t('retention.title')}
      summary={chart?.finding}
      table={chart?.table}
      {...files}
      footnote={t('retention.definition')}
      empty={!chart}
      height={chart ? 'auto' : 180}
    >
      {chart && <Cohorts cohorts={shown.cohorts} ages={chart.ages} />}
    </ChartFrame>
  );
}

type CohortsProps = { cohorts: Retention['cohorts']; ages: readonly number[] };

/** A table whose cells are the darker the more are left; the number in each says it without colour. */
function Cohorts({ cohorts, ages }: CohortsProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  return (
    <ScrollRegion label={t('retention.title')}>
      <table className="w-full min-w-160 border-separate border-spacing-0.5 text-xs">
        <caption className="sr-only">{t('retention.title')}</caption>
        <thead>
          <tr className="text-subtle">
            <th scope="col" className="w-28 pb-1 text-left font-medium">
              {t('retention.month')}
            </th>
            <th scope="col" className="w-24 px-2 pb-1 text-right font-medium">
              {t('retention.contacts')}
            </th>
            {ages.map((age) => (
              <th key={age} scope="col" className="pb-1 text-center font-medium">
                <span aria-hidden>{format.number(age)}</span>
                <span className="sr-only">{t('retention.after', { count: age })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row" className="h-8 text-left font-medium whitespace-nowrap text-ink">
                {format.month(cohort.month)}
              </th>
              <td className="px-2 text-right text-muted tabular-nums">{format.number(cohort.people)}</td>
              {ages.slice(0, cohort.mailable.length).map((age) => (
                <Share key={age} share={shareAfter(cohort, age) ?? 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Share({ share }: { share: number }) {
  const format = useFormat();
  // Under 45% of the colour the ink on it stays readable in both themes.
  const background = `color-mix(in srgb, var(--chart-1) ${Math.round(share * 40)}%, var(--surface))`;
  return (
    <td className="rounded-xs text-center text-ink tabular-nums" style={{ background }}>
      {format.wholePercent(share)}
    </td>
  );
}
