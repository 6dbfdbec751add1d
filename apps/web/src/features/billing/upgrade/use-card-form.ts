import type {
  Stripe,
  StripeElements,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
} from '@stripe/stripe-js';
import { useCallback, useState } from 'react';
import { currentLocale } from '#lib/i18n.ts';
import type { BillingState, Amount } from '../queries.ts';
import { cardLook } from './card-look.ts';
import { loadCardScript } from './card-script.ts';

export type CardForm = { stripe: Stripe; elements: StripeElements; knowsPayment: boolean };

/** A payment that has begun, or the amount of one that begins once the card is entered. */
export type Charge = { clientSecret: string } | { today: Amount };

const optionsOf = (charge: Charge): StripeElementsOptionsClientSecret | StripeElementsOptionsMode =>
  'clientSecret' in charge
    ? { clientSecret: charge.clientSecret, appearance: cardLook() }
    : {
        mode: 'subscription',
        amount: charge.today.amount,
        currency: charge.today.currency.toLowerCase(),
        appearance: cardLook(),
      };

type Parts = { payment: BillingState['payment']; charge: Charge };

async function mount(node: HTMLElement, { payment, charge }: Parts, onFail: () => void): Promise<CardForm> {
  const open = await loadCardScript(payment.scriptUrl);
  const stripe = open(payment.publishableKey, { locale: currentLocale() });
  // Both ways of opening a form take their own options, which TypeScript cannot tell apart here.
  const elements = stripe.elements(optionsOf(charge) as StripeElementsOptionsMode);
  const element = elements.create('payment');
  element.on('loaderror', onFail);
  element.mount(node);
  return { stripe, elements, knowsPayment: 'clientSecret' in charge };
}

/** Stripe's card form in the element that gets `ref`; `form` is there once it can be filled in. */
export function useCardForm({ payment, charge }: Parts) {
  const [form, setForm] = useState<CardForm>();
  const [isFailed, setFailed] = useState(false);
  // What a form is opened with never changes while it is shown: a dialog is of one plan, and another charge is another form.
  const [parts] = useState({ payment, charge });
  const ref = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return undefined;
      let isGone = false;
      let mounted: CardForm | undefined;
      const fail = () => !isGone && setFailed(true);
      mount(node, parts, fail).then((opened) => {
        mounted = opened;
        if (isGone) remove(opened);
        else setForm(opened);
      }, fail);
      return () => {
        isGone = true;
        setForm(undefined);
        if (mounted) remove(mounted);
      };
    },
    [parts],
  );
  return { ref, form, isFailed, retry: () => setFailed(false) };
}

const remove = ({ elements }: CardForm) => elements.getElement('payment')?.destroy();
