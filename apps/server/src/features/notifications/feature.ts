import { endpointsOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/notifications';
import { defineFeature } from '#platform/feature.ts';
import { notificationHandlers } from './handlers.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSubscriptions } from './subscriptions.ts';

export const notifications = defineFeature({
  name: 'notifications',
  endpoints: endpointsOf(contract),
  tables: ['notifications'],
  create: ({ config, database, mailer, hosts }) => ({ config, database, mailer, hosts }),
  routes: notificationRoutes,
  handlers: notificationHandlers,
  subscriptions: notificationSubscriptions,
});
