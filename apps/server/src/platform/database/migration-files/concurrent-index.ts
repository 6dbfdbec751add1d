import pg from 'pg';

type ConcurrentIndex = { unique: string; name: string; table: string; definition: string };

const form = /^create\s+(unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\s+([^]+)$/i;

export function parseConcurrentIndex(statement: string): ConcurrentIndex | null {
  const [, unique = '', name, table, definition] = form.exec(statement) ?? [];
  return name && table && definition ? { unique, name, table, definition } : null;
}

/**
 * Builds an index while others read and write, and may be repeated after a kill at any moment. A build that was cut off
 * leaves an index the planner ignores and every write keeps up: it is dropped first. PostgreSQL builds no index of a
 * partitioned table this way, so it is built on each partition and attached; partitions made meanwhile have it from birth.
 */
export async function buildIndexConcurrently(client: pg.Client, index: ConcurrentIndex): Promise<void> {
  const partitions = await partitionsOf(client, index.table);
  if (partitions === null) return build(client, index);

  const { unique, name, table, definition } = index;
  await client.query(`create ${unique}index if not exists ${name} on only ${table} ${definition}`);
  for (const partition of partitions) {
    if (await isAttached(client, name, partition)) continue;
    const own = `${name}_${partition.slice(table.length + 1)}`.slice(0, 63);
    await build(client, { ...index, name: own, table: partition });
    await client.query(`alter index ${name} attach partition ${pg.escapeIdentifier(own)}`);
  }
}

async function build(client: pg.Client, { unique, name, table, definition }: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.indisvalid) return;
  await waitingForOthers(client, async () => {
    if (rows[0]) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
    await client.query(
      `create ${unique}index concurrently ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(table)} ${definition}`,
    );
  });
}

/** It waits for transactions that began before it and blocks nobody meanwhile, so it may wait for as long as they take. */
async function waitingForOthers(client: pg.Client, run: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ lock_timeout: string }>('show lock_timeout');
  await client.query('set lock_timeout = 0');
  await run();
  await client.query(`set lock_timeout = '${rows[0]?.lock_timeout ?? '500ms'}'`);
}

/** Null for a table that is not partitioned. */
async function partitionsOf(client: pg.Client, table: string): Promise<string[] | null> {
  const { rows: found } = await client.query('select from pg_partitioned_table where partrelid = to_regclass($1)', [
    table,
  ]);
  if (found.length === 0) return null;
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass($1) order by relname`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function isAttached(client: pg.Client, index: string, partition: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_inherits join pg_index on indexrelid = inhrelid
     where inhparent = to_regclass($1) and indrelid = to_regclass($2)`,
    [index, partition],
  );
  return (rowCount ?? 0) > 0;
}
