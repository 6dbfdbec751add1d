import { createBoundedCache } from '../bounded-cache.ts';
import type { Database, Db } from '../database/database.ts';

export type Organizations = {
  /** The organization's rows, or nothing when there is no such organization. */
  open(organizationId: string): Promise<Db | 'deleting' | undefined>;
};

/** Asking again within this time costs nothing; an organization deleted meanwhile has no rows and takes none. */
const trustedMilliseconds = 5_000;
const mostKept = 2_000;

export function createOrganizations(database: Database): Organizations {
  const known = createBoundedCache<{ until: number; db: ReturnType<Organizations['open']> }>(mostKept);

  const look = async (organizationId: string) => {
    const db = database.tenant({ organizationId });
    const found = await db
      .selectFrom('organizations')
      .select('deleting_since')
      .where('id', '=', organizationId)
      .executeTakeFirst();
    return found?.deleting_since ? 'deleting' : found && db;
  };

  return {
    open(organizationId) {
      const now = performance.now();
      const kept = known.get(organizationId);
      if (kept && kept.until > now) return kept.db;

      const db = look(organizationId);
      known.set(organizationId, { until: now + trustedMilliseconds, db });
      // A failed look must not be remembered as an answer.
      db.catch(() => known.delete(organizationId));
      return db;
    },
  };
}
