import { activeFormLimits } from '@waggle/contracts/plans';
import { Gauge, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ComparePlans, UpgradeActions, useNextTier, usePlanName, useTier } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import type { FormsList } from './list/use-forms-list.ts';

/** Above the list: whether one more form fits into the plan, and what became of those that do not. */
export function FormsPlan({ forms: { page } }: { forms: FormsList }) {
  const limit = activeFormLimits[useTier()];
  if (limit === null || !page.data) return null;
  const { items, active } = page.data;
  const isBeyond = items.some(({ isBeyondPlan }) => isBeyondPlan);
  if (!isBeyond && active < limit) return null;
  return (
    <div className="shrink-0 px-7 pt-4 max-xl:px-5 max-lg:px-4">
      {isBeyond ? <BeyondPlan text="plan.beyond" /> : <PlanLine limit={limit} />}
    </div>
  );
}

function PlanLine({ limit }: { limit: number }) {
  const { t } = useTranslation('forms');
  const { number } = useFormat();
  const plan = usePlanName()(useTier());
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Gauge aria-hidden className="size-4 text-subtle" />
      <span>{t('plan.used', { count: limit, shown: number(limit), plan })}</span>
      <ComparePlans />
    </p>
  );
}

/** Why a form cannot be edited, and what still works. */
export function BeyondPlan({ text }: { text: 'plan.beyond' | 'plan.thisOne' }) {
  const { t } = useTranslation('forms');
  const { number } = useFormat();
  const own = useTier();
  const next = useNextTier();
  const plan = usePlanName()(own);
  const count = activeFormLimits[own] ?? 1;
  return (
    <Alert
      tone="warning"
      icon={Lock}
      title={t('plan.includes', { count, shown: number(count), plan })}
      action={next && <UpgradeActions need="forms" to={next} size="sm" brief />}
    >
      {t(text)}
    </Alert>
  );
}
