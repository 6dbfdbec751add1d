import { qrCodeTiers } from '@waggle/contracts/plans';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { UpgradeActions, useHolds, useTier } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';

/** Why nothing can be made or changed on this plan; undefined where it can. */
export function usePlanLock(): string | undefined {
  const { t } = useTranslation('links');
  return qrCodeTiers.includes(useTier()) ? undefined : t('plan.reason');
}

/** Whether this person may change codes, and whether the plan lets them. */
export function useMayChange(): { mayWrite: boolean; locked: string | undefined } {
  return { mayWrite: useHolds('links:write'), locked: usePlanLock() };
}

/** Says what is not in the plan, what still works and the way on. */
export function PlanLockBanner() {
  const { t } = useTranslation('links');
  const locked = usePlanLock();
  if (!locked) return null;
  return (
    <div className="shrink-0 px-7 pt-4 max-xl:px-5 max-lg:px-4">
      <Alert
        tone="warning"
        icon={Lock}
        title={t('plan.title')}
        action={<UpgradeActions need="qr-codes" to="core" size="sm" brief />}
      >
        {t('plan.text')}
      </Alert>
    </div>
  );
}
