import { CircleAlert, CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cardBrand } from '../card-name.ts';
import { rememberPlan } from '../confirmation/plan-before.ts';
import { ownTier } from '../own-plan.ts';
import type { BillingState, PastDue } from '../queries.ts';
import { useAmount } from '../use-amount.ts';
import { usePortal } from '../use-portal.ts';
import { PaymentTries } from './payment-tries.tsx';

type PastDueBandProps = { state: BillingState; pastDue: PastDue };

/** What failed, until when everything goes on, and how to pay. */
export function PastDueBand({ state, pastDue }: PastDueBandProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const plan = t(`plans.${ownTier(state)}`);
  const when = pastDue.isOver ? 'over' : 'running';
  return (
    <section
      role="alert"
      className="flex gap-3 rounded-lg border border-danger-line bg-danger-soft px-4.5 py-3.5 max-md:flex-col"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-danger-text max-md:hidden" />
      <div className="min-w-0 flex-1">
        <h2 className="text-[0.9375rem] leading-6 font-semibold text-ink">
          {t(`pastDue.${when}.title`, { plan, date: format.monthDay(pastDue.graceEndsAt) })}
        </h2>
        <p className="text-sm text-muted">
          <Reason state={state} reason={pastDue.reason} />{' '}
          {t(`pastDue.${when}.text`, { plan, date: format.date(pastDue.graceEndsAt) })}
        </p>
        <PaymentTries tries={pastDue.tries} />
      </div>
      <WaysToPay state={state} pastDue={pastDue} />
    </section>
  );
}

function Reason({ state: { card }, reason }: { state: BillingState; reason: PastDue['reason'] }) {
  const { t } = useTranslation('billing');
  const name = card ? t('cardEnding', { brand: cardBrand(card.brand), last4: card.last4 }) : t('pastDue.yourCard');
  return t('pastDue.declined', { card: name, reason: t(`pastDue.reasons.${reason}`) });
}

function WaysToPay({ state, pastDue: { due, invoiceUrl } }: PastDueBandProps) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  const portal = usePortal();
  const update = () => {
    rememberPlan(state);
    portal.open();
  };
  return (
    <div className="flex shrink-0 flex-col gap-1.5 text-center text-sm">
      <Button variant="primary" icon={CreditCard} busy={portal.busy} onClick={update}>
        {t('pastDue.update')}
      </Button>
      <p className="text-muted">{t('pastDue.due', { amount: amount(due) })}</p>
      {invoiceUrl && (
        <a href={invoiceUrl} target="_blank" rel="noreferrer" className="font-semibold text-link hover:underline">
          {t('invoices.pay')}
        </a>
      )}
    </div>
  );
}
