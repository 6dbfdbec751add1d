import { useMutation } from '@tanstack/react-query';
import { askAdmin, type planNeeds } from '@waggle/contracts/billing';
import type { Tier } from '@waggle/contracts/plans';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass, type ButtonSize } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { usePlanName } from './plans.ts';
import { useHolds } from './session.ts';

const billing = '/dashboard/billing';

type UpgradeActionsProps = {
  /** What is missing; the admins are told. */
  need: (typeof planNeeds)[number];
  /** The plan that has it. */
  to: Tier;
  size?: ButtonSize;
  /** Without the second way to the same page, where there is little room. */
  brief?: boolean;
};

/** The way on where a plan ends: to the plans for who may buy one, an email to the admins for everybody else. */
export function UpgradeActions({ need, to, size = 'md', brief = false }: UpgradeActionsProps) {
  const { t } = useTranslation('shell');
  const plan = usePlanName()(to);
  if (!useHolds('billing:manage')) return <AskAdmin need={need} size={size} />;
  return (
    <>
      <a href={billing} className={buttonClass({ variant: 'primary', size })}>
        {t('upgrade.to', { plan })}
      </a>
      {!brief && (
        <a href={billing} className={buttonClass({ variant: 'ghost', size })}>
          {t('upgrade.compare')}
        </a>
      )}
    </>
  );
}

function AskAdmin({ need, size }: Pick<UpgradeActionsProps, 'need' | 'size'>) {
  const { t } = useTranslation('shell');
  const ask = useMutation({
    mutationFn: () => call(askAdmin, { body: { need } }),
    onSuccess: () => toast({ tone: 'success', title: t('upgrade.asked'), description: t('upgrade.askedText') }),
    onError: (error) => toast({ tone: 'error', title: t('upgrade.askFailed'), description: problemText(error) }),
  });
  return (
    <Button
      variant="primary"
      size={size}
      busy={ask.isPending}
      disabledReason={ask.isSuccess ? t('upgrade.asked') : undefined}
      onClick={() => ask.mutate()}
    >
      {t('upgrade.ask')}
    </Button>
  );
}

/** One link, for a quiet line; nothing for who cannot buy. */
export function ComparePlans() {
  const { t } = useTranslation('shell');
  if (!useHolds('billing:manage')) return null;
  return (
    <a href={billing} className="font-medium text-link underline-offset-2 hover:underline">
      {t('upgrade.compare')}
    </a>
  );
}
