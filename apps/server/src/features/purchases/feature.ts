import { endpointsOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/purchases';
import * as shops from '@waggle/contracts/shops';
import { defineFeature } from '#platform/feature.ts';
import { drainHandler } from '#platform/inbox/handlers.ts';
import { createSecrets } from '#platform/secrets.ts';
import { purchaseSubjects } from './audited.sql.ts';
import { purchaseMade } from './events.ts';
import { purchaseRoutes } from './routes.ts';
import { recordReports } from './shops/drain.ts';
import { order } from './shops/inbox-kinds.ts';

export const purchases = defineFeature({
  name: 'purchases',
  endpoints: endpointsOf(contract, shops),
  tables: [
    'currencies',
    'exchange_rates',
    'shops',
    'purchases',
    'purchase_refunds',
    'purchase_touches',
    'contact_touches',
    'revenue_totals',
  ],
  create: ({ config }) => ({ secrets: createSecrets(config), publicUrl: config.PUBLIC_URL }),
  events: [purchaseMade],
  routes: purchaseRoutes,
  inboxKinds: [order],
  drains: async () => [drainHandler(order, recordReports)],
  subjects: purchaseSubjects,
});
