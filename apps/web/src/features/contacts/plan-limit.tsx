import { useQuery } from '@tanstack/react-query';
import { contactLimits, tiers } from '@waggle/contracts/plans';
import { Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { fullnessOf } from './plan-usage.tsx';
import { summaryQuery } from './queries.ts';

/** Why nobody can be added now; undefined while there is room. */
export function useNoRoom(): string | undefined {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const { data } = useQuery(summaryQuery);
  if (!data || data.limit === null || fullnessOf(data.counted, data.limit) !== 'full') return undefined;
  return t('limit.reason', { limit: format.number(data.limit) });
}

function useNextPlan() {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const tier = useUser().subscriptionTier ?? 'lite';
  const own = tiers.find((one) => one === tier) ?? 'lite';
  const next = tiers[tiers.indexOf(own) + 1];
  const limit = next && contactLimits[next];
  return {
    plan: t(`plans.${own}`),
    offer:
      next &&
      t(limit === null ? 'limit.nextUnlimited' : 'limit.next', {
        plan: t(`plans.${next}`),
        limit: format.number(limit ?? 0),
      }),
  };
}

/** Says what is full, what still works and the way on; earlier it warns. */
export function PlanLimitBanner() {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const mayUpgrade = useHolds('organization:manage');
  const { data } = useQuery(summaryQuery);
  const { plan, offer } = useNextPlan();
  if (!data || data.limit === null) return null;
  const fullness = fullnessOf(data.counted, data.limit);
  if (fullness === 'roomy') return null;

  const numbers = { used: format.number(data.counted), limit: format.number(data.limit), plan };
  return (
    <div className="shrink-0 px-7 pt-4 max-xl:px-5 max-lg:px-4">
      <Alert tone="warning" icon={Gauge} title={t('limit.used', numbers)}>
        {t(fullness === 'full' ? 'limit.full' : 'limit.nearly')} {offer} {!mayUpgrade && t('limit.ask')}
      </Alert>
    </div>
  );
}
