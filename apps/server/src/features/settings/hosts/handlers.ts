import { handle, type Handler } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import type { Settings } from '../settings.ts';
import { unlessGone } from '../unless-gone.ts';
import { checkRecords } from './check.ts';
import { checkDueHost, findDueHosts } from './jobs.ts';
import * as queries from './queries.ts';

/** What one minute may start; the rest is found a minute later. */
const mostAtOnce = 500;

export const hostHandlers = (settings: Settings): Handler[] => [
  handle(findDueHosts, async ({ database }) => {
    for (const { organization_id: organizationId, id } of await queries.findDueHosts(database.sweep, mostAtOnce))
      await enqueue(
        { db: database.tenant({ organizationId }), organizationId },
        checkDueHost,
        { hostId: id },
        { singletonKey: id },
      );
  }),

  handle(checkDueHost, async (ctx, { hostId }) => {
    await checkRecords(settings, ctx, hostId).catch(unlessGone);
  }),
];
