import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { BillingSkeleton } from './billing-skeleton.tsx';
import { ConfirmationBand } from './confirmation/confirmation-band.tsx';
import { RefusedBand } from './confirmation/refused-band.tsx';
import { useConfirmation } from './confirmation/use-confirmation.ts';
import { Invoices } from './invoices.tsx';
import { PastDueBand } from './past-due/past-due-band.tsx';
import { PlanComparison } from './plans/plan-comparison.tsx';
import { PlanList } from './plans/plan-list.tsx';
import { type BillingState, billingQuery } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { usePortal } from './use-portal.ts';
import { useSessionOfPlan } from './use-session-of-plan.ts';

export function BillingScreen() {
  const { t } = useTranslation('billing');
  const billing = useQuery(billingQuery);
  const state = billing.data;
  useSessionOfPlan(state?.tier);
  return (
    <>
      <PageHeader title={t('title')} actions={state && isKnownToStripe(state) && <PortalButton />} />
      <PageBody className="flex flex-col gap-4">
        {state ? (
          <Billing state={state} />
        ) : billing.isError ? (
          <LoadError
            title={t('failed')}
            message={problemText(billing.error)}
            retry={() => void billing.refetch()}
            busy={billing.isFetching}
          />
        ) : (
          <BillingSkeleton />
        )}
      </PageBody>
    </>
  );
}

/** Whoever never paid has nothing in the portal. */
const isKnownToStripe = ({ subscription, card, billedTo }: BillingState) =>
  subscription !== null || card !== null || billedTo !== null;

function PortalButton() {
  const { t } = useTranslation('billing');
  const portal = usePortal();
  const isWide = useMediaQuery('(min-width: 40rem)');
  const label = t('portal.open');
  if (!isWide) {
    return <IconButton label={label} icon={ReceiptText} variant="secondary" busy={portal.busy} onClick={portal.open} />;
  }
  return (
    <Button icon={ReceiptText} busy={portal.busy} onClick={portal.open}>
      {label}
    </Button>
  );
}

function Billing({ state }: { state: BillingState }) {
  const { success = false, redirect_status: outcome } = useSearch({ from: '/dashboard/billing' });
  const isPaid = success && outcome !== 'failed';
  const confirmation = useConfirmation(isPaid);
  return (
    <>
      {isPaid && <ConfirmationBand state={state} confirmation={confirmation} />}
      {success && !isPaid && <RefusedBand />}
      {state.pastDue && <PastDueBand state={state} pastDue={state.pastDue} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <SubscriptionCard state={state} />
        <UsageCard state={state} />
      </div>
      <PlanList state={state} waitsForPayment={confirmation.isWaiting} />
      <PlanComparison state={state} />
      <Invoices />
    </>
  );
}
