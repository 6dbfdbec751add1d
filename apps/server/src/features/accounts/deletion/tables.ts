import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Batch } from '#platform/database/in-batches.ts';
import { indexOnlyPlan } from '#platform/database/scoped-query.ts';

export type KeyColumn = { name: string; type: string };
export type TenantTable = {
  name: string;
  /** The primary key behind the organization; empty for a table whose key does not begin with it. */
  key: KeyColumn[];
  /** The application itself only adds to it. */
  isAppendOnly: boolean;
  /** Tables its foreign keys name. */
  references: string[];
};

/**
 * Tables with rows of organizations that can be emptied, read from the database: a table of a later
 * feature is not forgotten here. The few others go with the organization's own row.
 */
export async function tenantTables(db: Db): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable>`
    select t.relname as name, not has_table_privilege(t.oid, 'delete') as "isAppendOnly",
      array(select k.confrelid::regclass::text from pg_constraint k where k.conrelid = t.oid and k.contype = 'f' and k.confrelid <> t.oid) as references,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place) filter (where k.place > 1)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        where i.indrelid = t.oid and i.indisprimary and k.place <= i.indnkeyatts
        having bool_or(k.place = 1 and a.attname = 'organization_id')
      ), '[]') as key
    from pg_class t
    where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id' and not a.attisdropped)
      and (has_table_privilege(t.oid, 'delete') or has_table_privilege('waggle_erase', t.oid, 'delete'))
    order by t.relname`.execute(db);
  return referringFirst(rows);
}

/** So that no row is left that a foreign key still names, and none goes by a cascade of unknown size. */
function referringFirst(tables: readonly TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(({ references }) => references.includes(name)));
    if (free.length === 0) throw new Error(`Foreign keys go in a circle: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Where the next batch begins: the last key of the one before, as texts. */
export type Place = string[];
type PlacedBatch = Batch & { place: Place | null };

/**
 * Deletes some rows in a transaction of their own. It goes on behind a key instead of at the first row: deleted rows stay
 * in the index until a vacuum, and would be read again by every batch.
 */
export async function deleteBatch(
  db: Db,
  { name, key }: TenantTable,
  organizationId: string,
  { place, size }: { place: Place | null; size: number },
): Promise<PlacedBatch> {
  const table = sql.table(name);
  if (key.length === 0) {
    const deleted = await deleteAnywhere(db, name, organizationId, size);
    return { found: deleted, deleted, place: null };
  }

  const columns = sql.join(key.map((column) => sql.ref(column.name)));
  const behind =
    place && sql`and (${columns}) > (${sql.join(key.map(({ type }, at) => sql`${place[at]}::${sql.raw(type)}`))})`;
  const isSame = sql.join(
    key.map((column) => sql`${sql.ref(`${name}.${column.name}`)} = ${sql.ref(`batch.${column.name}`)}`),
    sql` and `,
  );
  const { rows } = await sql<PlacedBatch>`
    with batch as materialized (
      select ${columns} from ${table} where organization_id = ${organizationId}::uuid ${behind ?? sql``}
      order by organization_id, ${columns} limit ${size}
    ), gone as (
      delete from ${table} using batch where ${table}.organization_id = ${organizationId}::uuid and ${isSame} returning 1
    )
    select (select count(*) from batch)::int as found, (select count(*) from gone)::int as deleted,
      array[${sql.join(key.map((column) => sql`${sql.ref(column.name)}::text`))}] as place
    from batch order by ${sql.join(key.map((column) => sql`${sql.ref(column.name)} desc`))} limit 1 ${indexOnlyPlan}`.execute(
    db,
  );
  return rows[0] ?? { found: 0, deleted: 0, place: null };
}

/** By place in the table, which no partitioned table allows. */
async function deleteAnywhere(db: Db, name: string, organizationId: string, size: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(name)} where organization_id = ${organizationId}::uuid and ctid = any (array(
      select ctid from ${sql.table(name)} where organization_id = ${organizationId}::uuid limit ${size}))`.execute(db);
  return Number(numAffectedRows);
}
