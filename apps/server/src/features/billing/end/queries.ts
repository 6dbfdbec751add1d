import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export async function findCancellations(database: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select stripe_customer_id as id from stripe_cancellations order by requested_at limit ${most}`.execute(
    database.tenant(null),
  );
  return rows.map(({ id }) => id);
}

export const forgetCancellation = (database: Database, customerId: string) =>
  sql`delete from stripe_cancellations where stripe_customer_id = ${customerId}`.execute(database.tenant(null));
