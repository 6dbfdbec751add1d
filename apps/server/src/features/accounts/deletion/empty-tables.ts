import type { Database, Db } from '#platform/database/database.ts';
import { inBatches, type Turn } from '#platform/database/in-batches.ts';
import { deleteBatch, type Place, type TenantTable, tenantTables } from './tables.ts';

/** Deletes what the organization has, batch by batch. False when the turn ended before; who comes next goes on there. */
export async function emptyTables(database: Database, organizationId: string, turn: Turn): Promise<boolean> {
  const [db, erase] = [database.tenant({ organizationId }), database.erase(organizationId)];
  const tables = await tenantTables(db);
  // Once more until nothing is found: what was under way when the organization was marked may have added rows.
  for (;;) {
    let deleted = 0;
    for (const table of tables) {
      const emptied = await emptyTable(table.isAppendOnly ? erase : db, table, organizationId, turn);
      if (emptied === 'turn over') return false;
      deleted += emptied;
    }
    if (deleted === 0) return true;
  }
}

function emptyTable(db: Db, table: TenantTable, organizationId: string, turn: Turn): Promise<number | 'turn over'> {
  let place: Place | null = null;
  return inBatches(turn, async (size) => {
    const batch = await deleteBatch(db, table, organizationId, { place, size });
    place = batch.place;
    return batch;
  });
}
