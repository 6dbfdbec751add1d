import { endpointsOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/reports';
import { defineFeature } from '#platform/feature.ts';
import { createLinkKeys } from '#platform/tracking/link-keys.ts';
import { accounts } from '../accounts/feature.ts';
import { settings } from '../settings/feature.ts';
import { clientReports } from './client-archive/client-reports.ts';
import { reportSubjects } from './audited.sql.ts';
import { reportDrains, reportHandlers } from './handlers.ts';
import { reportCrons } from './jobs.ts';
import { reportRoutes } from './routes.ts';
import { countRunning } from './schedules/queries.ts';
import { reportStop } from './stop/inbox-kinds.ts';
import { reportSubscriptions } from './subscriptions.ts';

export const reports = defineFeature({
  name: 'reports',
  endpoints: endpointsOf(contract),
  tables: ['report_schedules', 'report_links', 'report_emails', 'report_stops'],
  create({ database, limits, installation }, partsOf) {
    partsOf(accounts).scheduleOwners.push({ kind: 'reports', count: countRunning });
    partsOf(accounts).clientWork.push(clientReports);
    return {
      settings: partsOf(settings),
      linkKeys: createLinkKeys(database.tenant(null), partsOf(settings).secrets),
      limits,
      installation,
    };
  },
  routes: reportRoutes,
  handlers: reportHandlers,
  crons: reportCrons,
  inboxKinds: [reportStop],
  drains: reportDrains,
  subscriptions: reportSubscriptions,
  subjects: reportSubjects,
});
