import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';

/** Background work of one organization, outside a job. */
export const backgroundContext = (database: Database, organizationId: string, name: string): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name },
  now: () => new Date(),
});
