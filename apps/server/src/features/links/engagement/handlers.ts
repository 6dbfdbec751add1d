import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import type { CountryOf } from './country.ts';
import { forgetVisitors, reclassifyScans } from './jobs.ts';
import { forgetSaltsBefore } from './queries.ts';
import { reclassify } from './recount/reclassify.ts';
import { recordScans } from './scans.ts';
import { saltedDays } from './visitors.ts';

export const engagementHandlers = (): Handler[] => [
  handle(reclassifyScans, (ctx, _, { signal }) => reclassify(ctx, signal)),

  handle(forgetVisitors, ({ database, now }) => forgetSaltsBefore(database.tenant(null), saltedDays(now())[0])),
];

export const engagementDrains = (countryOf: CountryOf): DrainHandler[] => [
  drainHandler('scan', (ctx, events) => recordScans(ctx, events, countryOf)),
];
