import * as contract from '@waggle/contracts/audit';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { auditRoutes } from './routes.ts';

export const audit = defineFeature({
  name: 'audit',
  endpoints: endpointsOf(contract),
  tables: [],
  create: () => null,
  routes: auditRoutes,
});
