import { useNavigate } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { useLineText } from '../plans/use-line-text.ts';
import type { BillingState } from '../queries.ts';
import { forgetPlanBefore, type PlanBefore } from './plan-before.ts';
import type { useConfirmation } from './use-confirmation.ts';

/**
 * Whoever paid at the bottom of a phone's page would not see the band. The dialog gives the focus back to its button as it
 * closes, and the browser scrolls there; the page moves up after that.
 */
const afterDialogMs = 100;

type ConfirmationBandProps = { state: BillingState; confirmation: ReturnType<typeof useConfirmation> };

/** After a payment, until the server has heard of it from Stripe, and then what it brought. */
export function ConfirmationBand({ state, confirmation }: ConfirmationBandProps) {
  const { t } = useTranslation('billing');
  const { before, isWaiting, isLate } = confirmation;
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => band.current?.scrollIntoView({ block: 'nearest' }), afterDialogMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={band} className="scroll-mt-20">
      {isWaiting ? (
        <Alert tone="info" icon={Clock} title={t('confirmation.waiting')}>
          {t(isLate ? 'confirmation.late' : 'confirmation.soon')}
        </Alert>
      ) : (
        <Confirmed state={state} before={before} />
      )}
    </div>
  );
}

function Confirmed({ state, before }: { state: BillingState; before: PlanBefore | undefined }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate({ from: '/dashboard/billing' });
  const format = useFormat();
  const lineText = useLineText();
  const { tier } = state;
  const plan = t(`plans.${tier}`);
  const limits = format.list([lineText(tier, 'contacts'), lineText(tier, 'forms')]);
  const dismiss = () => {
    forgetPlanBefore();
    void navigate({ search: {}, replace: true });
  };
  return (
    <Alert tone="success" title={t('confirmation.done', { plan })} onDismiss={dismiss}>
      {before && before.tier !== tier && `${t('confirmation.from', { before: t(`plans.${before.tier}`), plan })} `}
      {t('confirmation.limits', { limits })}
    </Alert>
  );
}
