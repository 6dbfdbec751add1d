import * as contract from '@waggle/contracts/billing';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { billingHandlers } from './handlers.ts';
import { billingCrons } from './jobs.ts';
import { billingRoutes } from './routes.ts';
import { createStripe } from './stripe/client.ts';
import { createPrices } from './stripe/prices.ts';

/** How a plan is bought, kept and ended. What one includes is said by plans. */
export const billing = defineFeature({
  name: 'billing',
  endpoints: endpointsOf(contract),
  tables: [
    'billing_accounts',
    'billing_invoices',
    'stripe_events',
    'upgrade_attempts',
    'stripe_cancellations',
    'stripe_pulls',
  ],
  create: ({ config, log, mailer }) => {
    const stripe = createStripe(config);
    return { stripe, prices: createPrices(stripe, config), config, log, mailer };
  },
  routes: billingRoutes,
  handlers: billingHandlers,
  crons: billingCrons,
});
