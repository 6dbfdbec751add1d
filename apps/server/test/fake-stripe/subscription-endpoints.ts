import type Stripe from 'stripe';
import { itemOf, subscriptionOf } from './account.ts';
import { endpoint, expand, paging } from './endpoint.ts';
import { assertCustomer, isWithin, matches, page } from './lists.ts';
import { updateSubscription } from './subscription-updates.ts';
import { cancelSubscription, createSubscription } from './subscriptions.ts';

const paymentBehavior = {
  oneOf: ['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'],
} as const;
const prorationBehavior = { oneOf: ['always_invoice', 'create_prorations', 'none'] } as const;
const paymentSettings = {
  fields: {
    payment_method_types: { each: { oneOf: ['card'] } },
    save_default_payment_method: { oneOf: ['off', 'on_subscription'] },
  },
} as const;
const cancellationDetails = {
  fields: {
    comment: 'text',
    feedback: {
      oneOf: [
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ],
    },
  },
} as const;

export const subscriptionEndpoints = [
  endpoint<Stripe.SubscriptionCreateParams>({
    at: 'POST /v1/subscriptions',
    answers: 'subscription',
    rules: {
      ...expand,
      collection_method: { oneOf: ['charge_automatically'] },
      customer: 'text',
      default_payment_method: 'text',
      description: 'text',
      items: { each: { fields: { price: 'text', quantity: 'integer' } } },
      metadata: 'metadata',
      off_session: 'boolean',
      payment_behavior: paymentBehavior,
      payment_settings: paymentSettings,
    },
    required: ['customer', 'items'],
    run: createSubscription,
  }),
  endpoint<Stripe.SubscriptionListParams>({
    at: 'GET /v1/subscriptions',
    answers: 'subscription',
    rules: {
      ...paging,
      ...expand,
      created: 'range',
      customer: 'text',
      price: 'text',
      status: {
        oneOf: [
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ],
      },
    },
    run(account, params) {
      assertCustomer(account, params.customer);
      const rows = Object.values(account.state.subscriptions).filter(
        (subscription) =>
          matches<unknown>(subscription.customer, params.customer) &&
          matches(itemOf(subscription).price.id, params.price) &&
          isWithin(subscription.created, params.created) &&
          hasStatus(subscription, params.status),
      );
      return page(rows, '/v1/subscriptions', params);
    },
  }),
  endpoint<Stripe.SubscriptionRetrieveParams>({
    at: 'GET /v1/subscriptions/:id',
    answers: 'subscription',
    rules: expand,
    run: (account, _params, id) => subscriptionOf(account, id),
  }),
  endpoint<Stripe.SubscriptionUpdateParams>({
    at: 'POST /v1/subscriptions/:id',
    answers: 'subscription',
    rules: {
      ...expand,
      cancel_at_period_end: 'boolean',
      cancellation_details: cancellationDetails,
      default_payment_method: 'text',
      description: 'text',
      items: { each: { fields: { id: 'text', price: 'text', quantity: 'integer' } } },
      metadata: 'metadata',
      off_session: 'boolean',
      payment_behavior: paymentBehavior,
      proration_behavior: prorationBehavior,
      proration_date: 'integer',
    },
    run: (account, params, id) => updateSubscription(account, subscriptionOf(account, id), params),
  }),
  endpoint<Stripe.SubscriptionCancelParams>({
    at: 'DELETE /v1/subscriptions/:id',
    answers: 'subscription',
    rules: { ...expand, cancellation_details: cancellationDetails },
    run: (account, params, id) => cancelSubscription(account, subscriptionOf(account, id), params),
  }),
];

/** Without a status, those that have not ended. */
function hasStatus({ status, ended_at }: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return ended_at === null;
  return wanted === 'ended' ? ended_at !== null : status === wanted;
}
