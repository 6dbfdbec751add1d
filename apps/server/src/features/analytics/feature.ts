import * as contract from '@waggle/contracts/analytics';
import * as ask from '@waggle/contracts/ask';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { analyticsRoutes } from './routes.ts';

export const analytics = defineFeature({
  name: 'analytics',
  endpoints: endpointsOf(contract, ask),
  tables: [],
  create: () => null,
  routes: analyticsRoutes,
});
