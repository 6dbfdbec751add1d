import type { Context } from './context.ts';
import type { Database } from './database/database.ts';

/** Work of one organization that nobody asked for by a call: loops, sweeps, what a restore repeats. A job gets its own. */
export const backgroundContext = (database: Database, organizationId: string, name: string): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name },
  now: () => new Date(),
});
