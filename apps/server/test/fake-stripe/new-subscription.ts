import type Stripe from 'stripe';
import { type Account, priceOf } from './account.ts';
import { mergedMetadata } from './customers.ts';
import { periodEnd } from './periods.ts';
import { planOf } from './prices.ts';
import { newId } from './state.ts';
import { refused } from './stripe-error.ts';

export function newItem(account: Account, subscription: string, price: Stripe.Price, quantity = 1) {
  const now = account.now();
  return {
    id: newId('si', 7),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd(now, now, price),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
}

export function newSubscription(account: Account, params: Stripe.SubscriptionCreateParams, method: string | null) {
  const [wanted, ...others] = params.items ?? [];
  if (others.length > 0) throw refused('The fake knows subscriptions with one item only.', { param: 'items' });
  const price = priceOf(account, wanted?.price, 'items[0][price]');
  const id = newId('sub');
  const now = account.now();
  return {
    id,
    object: 'subscription',
    ...unused,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency: price.currency,
    customer: params.customer ?? '',
    default_payment_method: method,
    description: params.description ?? null,
    ended_at: null,
    items: {
      object: 'list',
      data: [newItem(account, id, price, wanted?.quantity)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    metadata: mergedMetadata({}, params.metadata),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: params.payment_settings?.payment_method_types || null,
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_update: null,
    start_date: now,
    status: 'incomplete',
  } satisfies Stripe.Subscription as Stripe.Subscription;
}

/** What Waggle never uses: trials, taxes, schedules, connected accounts. */
const unused = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
} satisfies Partial<Stripe.Subscription>;
