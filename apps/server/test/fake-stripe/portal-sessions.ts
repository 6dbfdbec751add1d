import type Stripe from 'stripe';
import { type Account, customerOf, subscriptionOf } from './account.ts';
import { newId } from './state.ts';

/** POST /v1/billing_portal/sessions */
export function createPortalSession(
  account: Account,
  params: Stripe.BillingPortal.SessionCreateParams,
): Stripe.BillingPortal.Session {
  const customer = customerOf(account, params.customer, 'customer');
  const id = newId('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: params.configuration ?? 'bpc_1FakeConfiguration',
    created: account.now(),
    customer: customer.id,
    customer_account: null,
    flow: params.flow_data ? flowOf(account, params.flow_data) : null,
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${account.url}/portal/${id}`,
  };
  account.state.portalSessions[id] = session;
  return session;
}

function flowOf(
  account: Account,
  flow: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Stripe.BillingPortal.Session.Flow {
  const { subscription_cancel: cancel, after_completion: after } = flow;
  if (cancel) subscriptionOf(account, cancel.subscription, 'flow_data[subscription_cancel][subscription]');
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  };
}
