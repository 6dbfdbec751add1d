import * as annotations from '@waggle/contracts/annotations';
import * as controlRoom from '@waggle/contracts/control-room';
import * as contract from '@waggle/contracts/dashboard';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as goals from '@waggle/contracts/goals';
import * as live from '@waggle/contracts/live';
import { defineFeature } from '#platform/feature.ts';
import { settings } from '../settings/feature.ts';
import { dashboardSubjects } from './audited.sql.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  endpoints: endpointsOf(contract, controlRoom, live, annotations, goals),
  tables: ['annotations', 'client_snoozes', 'metric_goals'],
  create: (_platform, partsOf) => partsOf(settings),
  routes: dashboardRoutes,
  subjects: dashboardSubjects,
});
