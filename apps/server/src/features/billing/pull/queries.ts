import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export async function readUntil(database: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select read_until as at from stripe_pulls`.execute(database.tenant(null));
  return rows[0]?.at;
}

/** Never back: two workers may pull at once. */
export const keepReadUntil = (database: Database, at: Date) =>
  sql`insert into stripe_pulls (read_until) values (${at})
    on conflict (is_only) do update set read_until = greatest(stripe_pulls.read_until, excluded.read_until)`.execute(
    database.tenant(null),
  );
