import type Stripe from 'stripe';
import { priceOf } from './account.ts';
import { paymentMethodOf } from './cards.ts';
import { confirmIntent, readIntent } from './confirm-intent.ts';
import { endpoint, expand, paging } from './endpoint.ts';
import { isWithin, matches, page } from './lists.ts';
import { missing } from './stripe-error.ts';

/** Stripe lists events of the last 30 days. */
const eventSeconds = 30 * 86_400;

export const paymentEndpoints = [
  endpoint<Stripe.PriceListParams>({
    at: 'GET /v1/prices',
    answers: 'price',
    rules: { ...paging, ...expand, active: 'boolean', product: 'text', type: { oneOf: ['one_time', 'recurring'] } },
    run({ state }, params) {
      const rows = Object.values(state.prices).filter(
        ({ active, product, type }) =>
          matches(active, params.active) &&
          matches<unknown>(product, params.product) &&
          matches<unknown>(type, params.type),
      );
      return page(rows, '/v1/prices', params);
    },
  }),
  endpoint<Stripe.PriceRetrieveParams>({
    at: 'GET /v1/prices/:id',
    answers: 'price',
    rules: expand,
    run: (account, _params, id) => priceOf(account, id),
  }),
  endpoint<Stripe.PaymentIntentRetrieveParams>({
    at: 'GET /v1/payment_intents/:id',
    answers: 'payment_intent',
    rules: expand,
    run: (account, _params, id) => readIntent(account, id),
  }),
  endpoint<Stripe.PaymentIntentConfirmParams>({
    at: 'POST /v1/payment_intents/:id/confirm',
    answers: 'payment_intent',
    rules: { ...expand, off_session: 'boolean', payment_method: 'text', return_url: 'text' },
    run(account, { payment_method: method }, id) {
      const intent = readIntent(account, id);
      return confirmIntent(account, intent, method === undefined ? null : paymentMethodOf(account, method));
    },
  }),
  endpoint<Stripe.EventListParams>({
    at: 'GET /v1/events',
    answers: 'event',
    rules: { ...paging, created: 'range', type: 'text', types: { each: 'text' } },
    run(account, params) {
      const oldest = account.now() - eventSeconds;
      const rows = Object.values(account.state.events).filter(
        ({ created, type }) =>
          created >= oldest &&
          isWithin(created, params.created) &&
          matches<string>(type, params.type) &&
          (params.types?.includes(type) ?? true),
      );
      return page(rows, '/v1/events', params);
    },
  }),
  endpoint<Stripe.EventRetrieveParams>({
    at: 'GET /v1/events/:id',
    answers: 'event',
    rules: {},
    run({ state }, _params, id) {
      const event = state.events[id];
      if (!event) throw missing('event', id);
      return event;
    },
  }),
];
