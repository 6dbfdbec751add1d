import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { contactAnalyticsQuery, type ContactAnalytics, type Period } from '../queries.ts';

export function ContactsTab({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const contacts = useQuery(contactAnalyticsQuery(period));
  const waiting = useDelayedPending(contacts.isPending);
  if (contacts.isError && !contacts.data)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(contacts.error)}
        retry={() => void contacts.refetch()}
        busy={contacts.isFetching}
      />
    );
  if (!contacts.data || waiting) return waiting && <Skeleton shape="block" width="100%" height={360} />;
  return <NewContacts contacts={contacts.data} />;
}

function NewContacts({ contacts }: { contacts: ContactAnalytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { months, created, joined, left, period } = contacts;
  const points = months.map(({ month, created: count }) => ({ x: format.month(month), created: count }));
  const series = [{ key: 'created', label: t('contacts.new'), series: 1 as const }];
  const shown = { count: created, shown: format.number(created) };
  return (
    <ChartFrame
      title={t('contacts.title')}
      finding={t('contacts.finding', {
        ...shown,
        from: format.dayInFull(period.from),
        to: format.dayInFull(period.to),
      })}
      summary={t('contacts.summary', {
        ...shown,
        joined: format.number(joined),
        left: format.number(left),
      })}
      table={{
        columns: [t('contacts.month'), t('contacts.new'), t('contacts.days')],
        rows: months.map(({ month, created: count, from, to }) => [
          format.month(month),
          count,
          t('range', { from: format.day(from), to: format.day(to) }),
        ]),
      }}
      footnote={t('contacts.still')}
      empty={created === 0}
      height={300}
    >
      <BarChart points={points} series={series} formatValue={format.number} />
    </ChartFrame>
  );
}
