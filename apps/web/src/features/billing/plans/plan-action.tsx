import { useQuery } from '@tanstack/react-query';
import { type PriceId, type Tier, tiers } from '@waggle/contracts/plans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { isHigher, ownTier } from '../own-plan.ts';
import { type BillingState, type Plan, previewQuery } from '../queries.ts';
import { useAmount } from '../use-amount.ts';
import { usePortal } from '../use-portal.ts';
import { Caption } from './caption.tsx';
import { ContactSales } from './contact-sales.tsx';

export type PlanActionProps = {
  plan: Plan;
  state: BillingState;
  /** Nobody pays twice because the first payment takes its time. */
  waitsForPayment: boolean;
  onUpgrade: () => void;
};

/** What can be done with a plan, seen from the own one. */
export function PlanAction({ plan, state, ...rest }: PlanActionProps) {
  const own = ownTier(state);
  if (plan.tier === own) return own === 'lite' ? <Disabled kind="current" /> : <ManagePlan />;
  if (isHigher(own, plan.tier)) return <Included tier={plan.tier} own={own} />;
  if (plan.tier === 'system' || plan.priceId === null) return <ContactSales />;
  return <Upgrade plan={plan} priceId={plan.priceId} state={state} {...rest} />;
}

function Disabled({ kind, children }: { kind: 'current' | 'downgrade'; children?: ReactNode }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Button block disabled>
        {t(`actions.${kind}`)}
      </Button>
      <Caption>{children}</Caption>
    </>
  );
}

function Included({ tier, own }: { tier: Tier; own: Tier }) {
  const { t } = useTranslation('billing');
  return (
    <Disabled kind={tier === 'lite' ? 'current' : 'downgrade'}>
      {t('actions.included', { plan: t(`plans.${own}`) })}
    </Disabled>
  );
}

function ManagePlan() {
  const { t } = useTranslation('billing');
  const portal = usePortal();
  return (
    <>
      <Button block busy={portal.busy} onClick={portal.open}>
        {t('actions.manage')}
      </Button>
      <Caption />
    </>
  );
}

function Upgrade({ plan, priceId, state, waitsForPayment, onUpgrade }: PlanActionProps & { priceId: PriceId }) {
  const { t } = useTranslation('billing');
  const isNext = tiers.indexOf(plan.tier) === tiers.indexOf(ownTier(state)) + 1;
  const blocked = blockedBy({ plan, state, waitsForPayment });
  return (
    <>
      <Button block variant={isNext ? 'primary' : 'secondary'} disabled={blocked !== undefined} onClick={onUpgrade}>
        {t('actions.upgrade', { plan: t(`plans.${plan.tier}`) })}
      </Button>
      <Caption>{blocked ? t(`actions.${blocked}`) : state.subscription && <ChargedToday priceId={priceId} />}</Caption>
    </>
  );
}

function blockedBy({ plan, state, waitsForPayment }: Omit<PlanActionProps, 'onUpgrade'>) {
  if (state.pastDue) return 'payFirst';
  if (waitsForPayment) return 'waiting';
  return plan.price ? undefined : 'noPrice';
}

/** Comes by itself; nobody waits for it, and without it the dialog says the amount. */
function ChargedToday({ priceId }: { priceId: PriceId }) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  const { data } = useQuery(previewQuery(priceId));
  return data ? t('actions.today', { amount: amount(data.today) }) : null;
}
