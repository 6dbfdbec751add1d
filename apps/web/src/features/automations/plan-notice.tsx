import { liveAutomationLimits } from '@waggle/contracts/plans';
import { Gauge, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparePlans, UpgradeActions, useNextTier, usePlanName, useTier } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';

/** From this share of the live automations on, the list says how many are left. */
const nearlyFull = 0.75;

/** Above the list and the recipes: whether one more fits into the plan, and what became of those that do not. */
export function AutomationsPlan({ live }: { live: number | undefined }) {
  const limit = liveAutomationLimits[useTier()];
  if (limit === null || live === undefined) return null;
  if (limit !== 0 && live < limit * nearlyFull) return null;
  return (
    <div className="shrink-0 px-7 pt-4 max-xl:px-5 max-lg:px-4">
      {limit === 0 || live > limit ? (
        <BeyondPlan text={live > 0 ? 'plan.beyond' : 'plan.drafts'} />
      ) : (
        <PlanLine live={live} limit={limit} />
      )}
    </div>
  );
}

function PlanLine({ live, limit }: { live: number; limit: number }) {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  const plan = usePlanName()(useTier());
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Gauge aria-hidden className="size-4 text-subtle" />
      <span>{t(live < limit ? 'plan.used' : 'plan.full', { used: number(live), limit: number(limit), plan })}</span>
      <ComparePlans />
    </p>
  );
}

type BeyondPlanProps = { text: 'plan.beyond' | 'plan.drafts' | 'plan.thisOne' };

/** Why an automation is not edited or not published, and what still works. */
export function BeyondPlan({ text }: BeyondPlanProps) {
  const { t } = useTranslation('automations');
  return <PlanAlert need="automations">{t(text)}</PlanAlert>;
}

type PlanAlertProps = { need: 'automations' | 'split-tests'; children: ReactNode };

/** What the plan has of it, and the way to a plan that has more. */
export function PlanAlert({ need, children }: PlanAlertProps) {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  const own = useTier();
  const nameOf = usePlanName();
  const next = useNextTier();
  const limit = liveAutomationLimits[own] ?? 0;
  const to = need === 'split-tests' ? 'plus' : next;
  const title =
    need === 'split-tests'
      ? t('plan.splits', { plan: nameOf('plus') })
      : limit === 0
        ? t('plan.from', { plan: nameOf('core') })
        : t('plan.includes', { plan: nameOf(own), limit: number(limit) });
  return (
    <Alert
      tone="warning"
      icon={Lock}
      title={title}
      action={to && <UpgradeActions need={need} to={to} size="sm" brief />}
    >
      {children}
    </Alert>
  );
}
