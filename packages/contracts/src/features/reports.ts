import { defineFeature } from '../feature.ts';
import { editors } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'report-schedule': true;
    'report-link': true;
  }
}

/** Reports leave the organization, so whoever may only look has nothing here. */
export const reports = defineFeature({
  name: 'reports',
  rights: { 'reports:manage': editors },
  auditGroups: { reports: ['reports.'] },
});
