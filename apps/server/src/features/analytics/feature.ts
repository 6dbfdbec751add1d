import * as contract from '@waggle/contracts/analytics';
import * as ask from '@waggle/contracts/ask';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as saved from '@waggle/contracts/saved-questions';
import { defineFeature } from '#platform/feature.ts';
import { analyticsSubjects } from './audited.sql.ts';
import { analyticsRoutes } from './routes.ts';

export const analytics = defineFeature({
  name: 'analytics',
  endpoints: endpointsOf(contract, ask, saved),
  tables: ['saved_questions'],
  create: () => null,
  routes: analyticsRoutes,
  subjects: analyticsSubjects,
});
