import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** One row of `link_targets`, as the copy keeps it. */
export type TargetRow = {
  shortCode: string;
  organizationId: string;
  clientId: string | null;
  refId: string;
  /** Null once what it led to is deleted. */
  targetUrl: string | null;
  isActive: boolean;
};

const targets = ({ edge }: Database) =>
  edge
    .selectFrom('link_targets')
    .select([
      'short_code as shortCode',
      'organization_id as organizationId',
      'client_id as clientId',
      'ref_id as refId',
      'target_url as targetUrl',
      'is_active as isActive',
    ]);

export const findTargets = (database: Database, shortCodes: readonly string[]): Promise<TargetRow[]> =>
  targets(database)
    .where('short_code', '=', sql<string>`any(${shortCodes})`)
    .execute();

/** In the order of the codes, beginning behind the given one. */
export const targetsAfter = (database: Database, shortCode: string, limit: number): Promise<TargetRow[]> =>
  targets(database).where('short_code', '>', shortCode).orderBy('short_code').limit(limit).execute();

export type ChangedRow = TargetRow & { changedAt: string };

/** What changed, oldest change first. Times are texts, because a Date would lose the microseconds. */
export const targetsChangedAfter = (
  database: Database,
  after: Pick<ChangedRow, 'changedAt' | 'shortCode'>,
  limit: number,
): Promise<ChangedRow[]> =>
  targets(database)
    .select(sql<string>`updated_at::text`.as('changedAt'))
    .where(sql<boolean>`(updated_at, short_code) > (${after.changedAt}::timestamptz, ${after.shortCode})`)
    .orderBy('updated_at')
    .orderBy('short_code')
    .limit(limit)
    .execute();

/** By the clock of the database, which is the one that stamps the rows. */
export async function minutesAgo({ edge }: Database, minutes: number): Promise<string> {
  const { rows } = await sql<{
    time: string;
  }>`select (clock_timestamp() - make_interval(mins => ${minutes}))::text as time`.execute(edge);
  return rows[0]!.time;
}
