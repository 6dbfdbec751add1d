import { handle, type Handler } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import type { Settings } from '../settings.ts';
import { unlessGone } from '../unless-gone.ts';
import { checkRecords } from './check.ts';
import { checkDueDomain, findDue } from './jobs.ts';
import { findDueDomains } from './queries.ts';

/** What one minute may start; the rest is found a minute later. */
const mostAtOnce = 500;

export const domainHandlers = (settings: Settings): Handler[] => [
  handle(findDue, async ({ database }) => {
    for (const { organization_id: organizationId, id } of await findDueDomains(database.sweep, mostAtOnce))
      await enqueue(
        { db: database.tenant({ organizationId }), organizationId },
        checkDueDomain,
        { domainId: id },
        { singletonKey: id },
      );
  }),

  handle(checkDueDomain, async (ctx, { domainId }) => {
    await checkRecords(settings, ctx, domainId).catch(unlessGone);
  }),
];
