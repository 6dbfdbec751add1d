import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { readDashboardMetrics } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { ClipboardList, DollarSign, MailOpen, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { MetricCard, MetricCardSkeleton } from '#ui/metric-card.tsx';
import { useDefinitions } from '../definitions.ts';
import { useGoalWords } from '../goals/use-goal-words.ts';
import { metricsQuery } from './queries.ts';

type Metrics = ReplyOf<typeof readDashboardMetrics>;

const grid = 'grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3';
const names = ['contacts', 'forms', 'openRate', 'revenue'] as const;

/** The figures of the account; while they are read again the old ones stay. */
export function MetricCards() {
  const { t } = useTranslation('dashboard');
  const metrics = useQuery(metricsQuery);
  if (metrics.data) return <Cards metrics={metrics.data} />;
  if (metrics.isError) {
    return (
      <Card>
        <LoadError
          title={t('metrics.failed')}
          message={problemText(metrics.error)}
          retry={() => void metrics.refetch()}
          busy={metrics.isFetching}
        />
      </Card>
    );
  }
  return (
    <div className={grid}>
      {names.map((name) => (
        <MetricCardSkeleton key={name} />
      ))}
    </div>
  );
}

function Cards({ metrics }: { metrics: Metrics }) {
  const { t } = useTranslation(['dashboard', 'metrics']);
  const define = useDefinitions();
  const format = useFormat();
  const money = useMoney({ brief: true });
  const growth = (percent: number | null) => (percent !== null ? { percent, label: t('metrics.fromLastMonth') } : null);
  const { trends } = metrics;
  const links = useLinks(metrics.monthFrom);
  const goals = useGoals();
  return (
    <div className={grid}>
      <MetricCard
        label={t('metrics.contacts')}
        hint={define('contacts', 'contactsGrowth')}
        icon={Users}
        link={links.contacts}
        value={format.number(metrics.totalContacts)}
        growth={growth(metrics.contactsGrowth)}
        trend={drawn(trends.contacts)}
        progress={goals.contacts?.progress(metrics.totalContacts)}
      />
      <MetricCard
        label={t('metrics.forms')}
        hint={define('activeForms', 'activeFormsGrowth')}
        icon={ClipboardList}
        link={links.forms}
        value={format.number(metrics.activeForms)}
        growth={growth(metrics.formsGrowth)}
        trend={drawn(trends.forms)}
      />
      <MetricCard
        label={t('metrics.openRate')}
        hint={`${define('emailOpenRate', 'emailOpenRateGrowth')} ${metrics.isDeliveredEstimated ? t('metrics:estimated') : ''}`}
        icon={MailOpen}
        link={links.campaigns}
        value={format.rate(metrics.emailOpenRate)}
        growth={growth(metrics.emailOpenRateGrowth)}
        trend={drawn(trends.emailOpenRate)}
        progress={goals.openRate?.progress(metrics.emailOpenRate)}
      />
      <MetricCard
        label={t('metrics.revenue')}
        hint={
          metrics.revenue === null
            ? `${define('revenue')} ${t('metrics.noPurchase')}`
            : define('revenue', 'revenueGrowth')
        }
        icon={DollarSign}
        link={links.revenue}
        value={metrics.revenue === null ? unknown : money(metrics.revenue, metrics.currency ?? 'USD')}
        growth={growth(metrics.revenueGrowth)}
        trend={drawn(trends.revenue)}
        progress={goals.revenue?.progress(metrics.revenue)}
      />
    </div>
  );
}

const useGoals = () => ({
  contacts: useGoalWords('contacts'),
  openRate: useGoalWords('open-rate'),
  revenue: useGoalWords('revenue'),
});

/** The rows behind each figure; guests see rows of campaigns alone. */
function useLinks(monthFrom: string) {
  const [contacts, forms, campaigns] = [useHolds('contacts:read'), useHolds('forms:read'), useHolds('campaigns:read')];
  const purchases = useHolds('purchases:read');
  return {
    ...(purchases && { revenue: <Link to="/dashboard/purchases" search={{ from: monthFrom }} /> }),
    ...(contacts && { contacts: <Link to="/dashboard/contacts" /> }),
    ...(forms && { forms: <Link to="/dashboard/forms" search={{ active: 'yes' }} /> }),
    campaigns: <Link to={campaigns ? '/dashboard/campaigns' : '/guest/campaigns'} />,
  };
}

/** Stands for a figure that nothing is known of; a zero would be a claim. */
const unknown = '–';

/** Nothing to draw where there never was anything. */
function drawn(trend: Metrics['trends']['contacts']): number[] | undefined {
  const known = trend.filter((value) => value !== null);
  return known.some((value) => value > 0) ? known : undefined;
}
