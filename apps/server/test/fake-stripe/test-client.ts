import Stripe from 'stripe';
import { type FakeStripe, startFakeStripe } from './start-fake-stripe.ts';

export type Harness = FakeStripe & {
  stripe: Stripe;
  /** A customer with a subscription that was paid with this test card. */
  subscribed(price: string, card?: string): Promise<{ customer: Stripe.Customer; subscription: Stripe.Subscription }>;
};

export const day = 86_400;

/** The fake, and the official SDK that talks to it. */
export async function startHarness(options: Parameters<typeof startFakeStripe>[0] = {}): Promise<Harness> {
  const fake = await startFakeStripe(options);
  const stripe = clientOf(fake);
  return {
    ...fake,
    stripe,
    async subscribed(price, card = 'pm_card_visa') {
      const customer = await stripe.customers.create({ email: 'ada@example.com' });
      const created = await stripe.subscriptions.create(incomplete(customer.id, price));
      await stripe.paymentIntents.confirm(intentIn(created), { payment_method: card });
      return { customer, subscription: await stripe.subscriptions.retrieve(created.id) };
    },
  };
}

export function clientOf({ url, secretKey }: Pick<FakeStripe, 'url' | 'secretKey'>, maxNetworkRetries = 0): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries, telemetry: false });
}

/** As Waggle subscribes: the browser pays later. */
export const incomplete = (customer: string, price: string): Stripe.SubscriptionCreateParams => ({
  customer,
  items: [{ price }],
  payment_behavior: 'default_incomplete',
  payment_settings: { save_default_payment_method: 'on_subscription' },
  expand: ['latest_invoice.confirmation_secret'],
});

export const upgrade = (subscription: Stripe.Subscription, price: string): Stripe.SubscriptionUpdateParams => ({
  items: [{ id: subscription.items.data[0]!.id, price }],
  proration_behavior: 'always_invoice',
  payment_behavior: 'pending_if_incomplete',
});

/** The payment intent that the browser would confirm. */
export function intentIn(subscription: Stripe.Subscription): string {
  const secret = invoiceIn(subscription).confirmation_secret?.client_secret;
  return secret?.split('_secret_')[0] ?? '';
}

export function invoiceIn({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice {
  if (!invoice || typeof invoice === 'string') throw new Error('latest_invoice was not expanded');
  return invoice;
}
