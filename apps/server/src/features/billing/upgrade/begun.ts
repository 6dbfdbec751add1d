import type Stripe from 'stripe';

/** No secret where the stored card was charged and nothing is left to confirm. */
export type Begun = { subscriptionId: string; clientSecret: string | null };

export const secret = { expand: ['latest_invoice.confirmation_secret'] };

export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return (typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null) ?? null;
}
