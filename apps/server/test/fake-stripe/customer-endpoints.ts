import type Stripe from 'stripe';
import { createCustomer, deleteCustomer, readCustomer, updateCustomer } from './customers.ts';
import { endpoint, expand, paging } from './endpoint.ts';
import { isWithin, matches, page } from './lists.ts';
import type { Rules } from './params.ts';
import { createPortalSession } from './portal-sessions.ts';

const address = {
  fields: { city: 'text', country: 'text', line1: 'text', line2: 'text', postal_code: 'text', state: 'text' },
} as const;

const profile = {
  ...expand,
  address,
  description: 'text',
  email: 'text',
  name: 'text',
  phone: 'text',
  preferred_locales: { each: 'text' },
  invoice_settings: { fields: { default_payment_method: 'text' } },
  metadata: 'metadata',
} as const satisfies Rules<Stripe.CustomerUpdateParams>;

export const customerEndpoints = [
  endpoint<Stripe.CustomerCreateParams>({
    at: 'POST /v1/customers',
    answers: 'customer',
    rules: {
      ...profile,
      payment_method: 'text',
      tax_exempt: { oneOf: ['exempt', 'none', 'reverse'] },
      tax_id_data: { each: { fields: { type: 'text', value: 'text' } } },
    },
    run: createCustomer,
  }),
  endpoint<Stripe.CustomerListParams>({
    at: 'GET /v1/customers',
    answers: 'customer',
    rules: { ...paging, ...expand, created: 'range', email: 'text' },
    run({ state }, params) {
      const rows = Object.values(state.customers).filter(
        ({ email, created }) => matches(email, params.email) && isWithin(created, params.created),
      );
      return page(rows, '/v1/customers', params);
    },
  }),
  endpoint<Stripe.CustomerRetrieveParams>({
    at: 'GET /v1/customers/:id',
    answers: 'customer',
    rules: expand,
    run: (account, _params, id) => readCustomer(account, id),
  }),
  endpoint<Stripe.CustomerUpdateParams>({
    at: 'POST /v1/customers/:id',
    answers: 'customer',
    rules: profile,
    run: (account, params, id) => updateCustomer(account, id, params),
  }),
  endpoint<Stripe.CustomerDeleteParams>({
    at: 'DELETE /v1/customers/:id',
    answers: 'customer',
    rules: {},
    run: (account, _params, id) => deleteCustomer(account, id),
  }),
  endpoint<Stripe.BillingPortal.SessionCreateParams>({
    at: 'POST /v1/billing_portal/sessions',
    answers: 'billing_portal.session',
    rules: {
      ...expand,
      configuration: 'text',
      customer: 'text',
      flow_data: {
        fields: {
          type: { oneOf: ['payment_method_update', 'subscription_cancel'] },
          subscription_cancel: { fields: { subscription: 'text' } },
          after_completion: {
            fields: { type: { oneOf: ['redirect', 'portal_homepage'] }, redirect: { fields: { return_url: 'text' } } },
          },
        },
      },
      locale: { oneOf: ['auto', 'en', 'es', 'fr'] },
      return_url: 'text',
    },
    required: ['customer'],
    run: createPortalSession,
  }),
];
