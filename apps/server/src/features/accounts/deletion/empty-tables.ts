import type { Database, Db } from '#platform/database/database.ts';
import { deleteBatch, type Place, type TenantTable, tenantTables } from './tables.ts';

/** Rows of a batch. It grows from the first: a row may be a few bytes, or 4 MiB of an uploaded file. */
const batchRows = { first: 100, most: 5_000 };
/** Milliseconds of a batch below which the next is larger, and above which it is smaller. The limit of a statement is 5 s. */
const batchMs = { short: 250, long: 1_000 };
/** PostgreSQL's code for the limit of a statement. */
const tooLong = '57014';

export type Turn = {
  signal: AbortSignal;
  /** Milliseconds since 1970 at which others get their turn. */
  until: number;
};

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

async function emptyTable(
  db: Db,
  table: TenantTable,
  organizationId: string,
  { signal, until }: Turn,
): Promise<number | 'turn over'> {
  let total = 0;
  let size = batchRows.first;
  let place: Place | null = null;
  for (;;) {
    signal.throwIfAborted();
    if (Date.now() >= until) return 'turn over';
    const started = performance.now();
    try {
      const batch = await deleteBatch(db, table, organizationId, { place, size });
      total += batch.deleted;
      if (batch.found < size) return total;
      place = batch.place;
    } catch (error) {
      if ((error as { code?: unknown }).code !== tooLong || size === 1) throw error;
    }
    size = nextSize(size, performance.now() - started);
  }
}

function nextSize(size: number, milliseconds: number): number {
  if (milliseconds > batchMs.long) return Math.max(1, Math.floor(size / 4));
  return milliseconds < batchMs.short ? Math.min(batchRows.most, size * 2) : size;
}
