import * as contract from '@waggle/contracts/analytics';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { analyticsRoutes } from './routes.ts';

export const analytics = defineFeature({
  name: 'analytics',
  endpoints: endpointsOf(contract),
  tables: [],
  create: () => null,
  routes: analyticsRoutes,
});
