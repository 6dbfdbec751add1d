import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';

/** A plan is of the whole organization: whichever client somebody looks at, its figures are those of all. */
export const wholeOrganization = (database: Database, { organizationId, now, sellsNoPlans }: Context): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'billing' },
  now,
  ...(sellsNoPlans !== undefined && { sellsNoPlans }),
});
