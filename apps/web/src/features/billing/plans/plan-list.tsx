import { tiers } from '@waggle/contracts/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionHeader } from '#ui/page-header.tsx';
import type { BillingState, Plan } from '../queries.ts';
import { UpgradeDialog } from '../upgrade/upgrade-dialog.tsx';
import { useCurrencyName } from '../use-amount.ts';
import { PlanCard } from './plan-card.tsx';

type PlanListProps = { state: BillingState; waitsForPayment: boolean };

export function PlanList({ state, waitsForPayment }: PlanListProps) {
  const { t } = useTranslation('billing');
  const [upgrade, setUpgrade] = useState<Plan>();
  const currency = state.plans.find(({ price }) => price)?.price?.currency;
  const inOrder = state.plans.toSorted((one, other) => tiers.indexOf(one.tier) - tiers.indexOf(other.tier));
  return (
    <section aria-label={t('available')}>
      <SectionHeader
        title={t('available')}
        actions={currency && <PriceNote currency={currency} />}
        className="mt-1 mb-3"
      />
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {inOrder.map((plan) => (
          <PlanCard
            key={plan.tier}
            plan={plan}
            state={state}
            waitsForPayment={waitsForPayment}
            onUpgrade={() => setUpgrade(plan)}
          />
        ))}
      </ul>
      {upgrade?.priceId && (
        <UpgradeDialog
          state={state}
          tier={upgrade.tier}
          priceId={upgrade.priceId}
          onClose={() => setUpgrade(undefined)}
        />
      )}
    </section>
  );
}

function PriceNote({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  return <p className="text-xs text-muted">{t('pricesIn', { currency: useCurrencyName(currency) })}</p>;
}
