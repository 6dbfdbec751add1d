import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/**
 * Forgets the jobs of an organization that is deleted, dead letters included. One that runs just now ends by itself: its
 * organization does not open any more.
 */
export const deleteJobsOf = (db: Db, organizationId: string) =>
  sql`delete from pgboss.job_common where data ->> 'organizationId' = ${organizationId} and state <> 'active'`.execute(
    db,
  );
