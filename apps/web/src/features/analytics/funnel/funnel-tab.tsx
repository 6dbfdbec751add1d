import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAdvancedAnalyticsLock, useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { funnelQuery, type Period } from '../queries.ts';
import { FunnelSteps } from './funnel-steps.tsx';
import { ModelChoice } from './model-choice.tsx';
import { RevenueCurve } from './revenue-curve.tsx';
import { RevenueSources } from './revenue-sources.tsx';

/** From print to revenue. */
export function FunnelTab({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const mayUpgrade = useHolds('organization:manage');
  if (useAdvancedAnalyticsLock() === undefined) return <Funnel period={period} />;
  return (
    <Alert tone="warning" icon={Lock} title={t('funnel.locked')}>
      {t(mayUpgrade ? 'funnel.upgrade' : 'clients.ask')}
    </Alert>
  );
}

function Funnel({ period }: { period: Period }) {
  const { t } = useTranslation('analytics');
  const funnel = useQuery(funnelQuery(period));
  const shown = funnel.data;
  if (funnel.isError && !shown)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(funnel.error)}
        retry={() => void funnel.refetch()}
        busy={funnel.isFetching}
      />
    );
  if (!shown)
    return (
      <div className="flex flex-col gap-4">
        <Skeleton shape="block" className="h-72 rounded-lg" />
        <Skeleton shape="block" className="h-72 rounded-lg" />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <ModelChoice />
      <FunnelSteps shown={shown} period={period} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <RevenueCurve shown={shown} />
        <RevenueSources shown={shown} />
      </div>
    </div>
  );
}
