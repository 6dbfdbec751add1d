import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { forgetVisitors } from './jobs.ts';
import { forgetSaltsBefore } from './queries.ts';
import { saltedDays } from './visitors.ts';

export const engagementHandlers = (): Handler[] => [
  handle(forgetVisitors, ({ database, now }) => forgetSaltsBefore(database.tenant(null), saltedDays(now())[0])),
];
