import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChartFiles, useHolds } from '#features/accounts/index.ts';
import { useDefinitions, useGoal } from '#features/dashboard/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { useContactsBehind } from '../charts/contacts-behind.ts';
import { useNewContacts } from '../charts/use-new-contacts.ts';
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

/** Who is behind each month, for people who may see contacts. */
function useRows({ months }: ContactAnalytics) {
  const behind = useContactsBehind(months);
  const navigate = useNavigate();
  if (!useHolds('contacts:read')) return { table: {}, open: undefined };
  return {
    table: { linkTo: (at: number) => <Link {...behind(at)} /> },
    open: (at: number) => void navigate(behind(at)),
  };
}

function NewContacts({ contacts }: { contacts: ContactAnalytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const define = useDefinitions();
  const goal = useGoal('new-contacts');
  const chart = useNewContacts(contacts, goal.shown?.line);
  const { created, joined, left, period } = contacts;
  const rows = useRows(contacts);
  const shown = { count: created, shown: format.number(created) };
  const files = useChartFiles(created > 0 ? chart?.image : undefined);
  return (
    <>
      <ChartFrame
        title={t('contacts.title')}
        hint={define('contactsCreatedByMonth')}
        finding={`${t('contacts.finding', {
          ...shown,
          from: format.dayInFull(period.from),
          to: format.dayInFull(period.to),
        })} ${goal.shown?.sentence ?? ''}`.trim()}
        summary={t('contacts.summary', {
          ...shown,
          joined: format.number(joined),
          left: format.number(left),
        })}
        table={chart && { ...chart.table, ...rows.table }}
        {...files}
        menu={goal.item}
        footnote={t('contacts.still')}
        empty={created === 0}
        height={300}
      >
        <BarChart
          points={chart?.points ?? []}
          series={chart?.series ?? []}
          goal={goal.shown?.line}
          formatValue={format.number}
          onOpen={rows.open}
        />
      </ChartFrame>
      {goal.dialog}
    </>
  );
}
