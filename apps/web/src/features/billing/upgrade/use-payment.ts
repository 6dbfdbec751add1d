import { useNavigate } from '@tanstack/react-router';
import type { StripeError } from '@stripe/stripe-js';
import type { PriceId } from '@waggle/contracts/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { rememberPlan } from '../confirmation/plan-before.ts';
import { type BillingState, useCreateSubscription } from '../queries.ts';
import type { CardForm } from './use-card-form.ts';

type Started = { clientSecret: string | null };
type Parts = { state: BillingState; priceId: PriceId; onPaid: () => void };

const returnUrl = () => `${window.location.origin}/dashboard/billing?success=true`;

/** A try whose answer was lost may have been charged: the next one is refused, and says that it is paid. */
const isPaid = ({ payment_intent: intent }: StripeError) =>
  intent?.status === 'succeeded' || intent?.status === 'processing';

/** A form that was opened with a payment has its secret already. */
function confirm({ stripe, elements, knowsPayment }: CardForm, clientSecret: string) {
  const how = { elements, confirmParams: { return_url: returnUrl() }, redirect: 'if_required' as const };
  return knowsPayment ? stripe.confirmPayment(how) : stripe.confirmPayment({ ...how, clientSecret });
}

/** Begins the subscription once and confirms it with the card, as often as it takes. */
export function usePayment({ state, priceId, onPaid }: Parts) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate({ from: '/dashboard/billing' });
  const create = useCreateSubscription();
  const [started, setStarted] = useState<Started>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const paid = () => {
    onPaid();
    void navigate({ search: { success: true } });
  };
  /** The fields of the form tell themselves what is missing in them. */
  const refuse = ({ type, message }: Partial<StripeError>) =>
    setRefusal(type === 'validation_error' ? undefined : (message ?? t('upgrade.unclear')));

  async function start(): Promise<Started | undefined> {
    if (started) return started;
    try {
      const { clientSecret } = await create.mutateAsync(priceId);
      setStarted({ clientSecret });
      return { clientSecret };
    } catch (error) {
      toast({ tone: 'error', title: t('upgrade.failed'), description: problemText(error) });
      return undefined;
    }
  }

  async function attempt(form: CardForm | undefined) {
    const checked = await form?.elements.submit();
    if (checked?.error) return refuse(checked.error);
    rememberPlan(state);
    const begun = await start();
    if (!begun) return undefined;
    const { clientSecret } = begun;
    if (clientSecret === null) return paid();
    // The stored card was not enough: the form opens, and the next press confirms.
    if (!form) return setRefusal(t('upgrade.needsCard'));
    const { error } = await confirm(form, clientSecret);
    return error && !isPaid(error) ? refuse(error) : paid();
  }

  const pay = async (form: CardForm | undefined) => {
    setBusy(true);
    setRefusal(undefined);
    await attempt(form).catch(() => setRefusal(t('upgrade.unclear')));
    setBusy(false);
  };
  return { pay, busy, refusal, clientSecret: started?.clientSecret ?? undefined };
}
