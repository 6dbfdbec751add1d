import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { EventRow, RowSource } from './row-source.ts';

/** One subscriber to rows of one table, and the kinds it wants. */
export type Reader = { subscriber: string; source: RowSource; kinds: readonly string[] };

/** Up to where it is known whose rows are read, as a snapshot; rows up to a number are none of its business. */
export type Position = { swept: string; floorNo: string };

const isReader = ({ subscriber, source }: Reader) => sql`subscriber = ${subscriber} and source = ${source.name}`;
/** A snapshot knows transactions this server has not had yet: it was restored from a dump and counts anew. */
const isAhead = (snapshot: unknown) => sql`pg_snapshot_xmax(${snapshot}) > pg_snapshot_xmax(pg_current_snapshot())`;
const number = (xid: unknown) => sql`${xid}::text::bigint`;
/**
 * Rows of transactions that had not ended by the snapshot: begun later, or open then. By number and not from the oldest open one on,
 * which may have been begun hours ago.
 */
const writtenSince = (snapshot: unknown) => sql`(written_in >= ${number(sql`pg_snapshot_xmax(${snapshot})`)}
  or written_in = any(array(select ${number(sql`pg_snapshot_xip(${snapshot})`)})))`;

/** As isAmong() says it. Kinds are names of ours, so none of them holds a wildcard. */
function isKind(source: RowSource, kinds: readonly string[]) {
  const kind = sql.ref(source.kind);
  const begun = kinds.filter((one) => one.endsWith('.*')).map((one) => `${one.slice(0, -1)}%`);
  const listed = sql`${kind} = any(${kinds})`;
  return begun.length === 0 ? listed : sql`(${listed} or ${kind} like any(${begun}))`;
}

/** A subscriber nobody has heard of begins now. One of a restored database begins anew, and tells so. */
export async function openReader(db: Db, reader: Reader): Promise<Position & { wasReset: boolean }> {
  await sql`
    insert into event_readers (subscriber, source, began, swept)
    values (${reader.subscriber}, ${reader.source.name}, pg_current_snapshot(), pg_current_snapshot())
    on conflict do nothing`.execute(db);
  const { numAffectedRows } = await sql`
    update event_readers set began = pg_current_snapshot(), swept = pg_current_snapshot(),
      floor_no = (select last_value from event_row_numbers)
    where ${isReader(reader)} and ${isAhead(sql`swept`)}`.execute(db);
  const { rows } = await sql<Position>`
    select swept::text, floor_no::text as "floorNo" from event_readers where ${isReader(reader)}`.execute(db);
  return { ...rows[0]!, wasReset: (numAffectedRows ?? 0n) > 0n };
}

/** Everybody has read what had ended by then. A position that goes back costs a longer look and nothing else. */
export const saveSwept = (db: Db, reader: Reader, swept: string) =>
  sql`update event_readers set swept = ${swept}::pg_snapshot where ${isReader(reader)}`.execute(db);

/** Whose transactions with such rows have ended since, and the moment up to which this is known. */
export async function organizationsSince(sweep: Db, { source, kinds }: Reader, { swept, floorNo }: Position) {
  const since = sql`${swept}::pg_snapshot`;
  const { rows } = await sql<{ now: string; organizationIds: string[] }>`
    select pg_current_snapshot()::text as now, array(
      select distinct organization_id::text from ${sql.table(source.table)}
      where ${writtenSince(since)} and written_no > ${floorNo}::bigint and ${isKind(source, kinds)}
    ) as "organizationIds" where pg_current_snapshot()::text <> ${swept}`.execute(sweep);
  return rows[0];
}

/** `seen` is read; what has ended since and by `reading` is being read, behind the row with the number `lastNo`. */
type Cursor = { seen: string; reading: string | null; lastNo: string; now: string };

/** Held until the transaction ends; `busy` while another one holds it, `gone` with its organization. */
export async function holdCursor(ctx: Context, reader: Reader): Promise<Cursor | 'busy' | 'gone'> {
  const held = await tryHold(ctx, reader);
  if (held) return held;
  const { rows } = await sql`
    insert into event_cursors (organization_id, subscriber, source, seen)
    select organizations.id, subscriber, source, began from event_readers, organizations
    where ${isReader(reader)} and organizations.id = ${ctx.organizationId}::uuid and deleting_since is null
    on conflict do nothing returning source`.execute(ctx.db);
  if (rows.length > 0) return (await tryHold(ctx, reader)) ?? 'busy';
  const { rows: there } = await sql`
    select id from organizations where id = ${ctx.organizationId}::uuid and deleting_since is null`.execute(ctx.db);
  return there.length > 0 ? 'busy' : 'gone';
}

async function tryHold(ctx: Context, { subscriber, source }: Reader): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select pg_current_snapshot()::text as now,
      (case when ${isAhead(sql`cursor.seen`)} then reader.began else cursor.seen end)::text as seen,
      (case when ${isAhead(sql`cursor.seen`)} then null else cursor.reading end)::text as reading,
      greatest(cursor.last_no, reader.floor_no)::text as "lastNo"
    from event_cursors as cursor join event_readers as reader using (subscriber, source)
    where cursor.organization_id = ${ctx.organizationId}::uuid and subscriber = ${subscriber} and source = ${source.name}
      and exists (select from organizations where id = cursor.organization_id and deleting_since is null)
    for update of cursor skip locked`.execute(ctx.db);
  return rows[0];
}

const columnsOf = ({ kind, columns }: RowSource) => sql`
  id, ${sql.ref(kind)} as kind, to_json(happened_at) #>> '{}' as "happenedAt", written_in::text as "writtenIn",
  written_no::text as "writtenNo", ${columns}`;

type Window = { seen: string; reading: string; lastNo: string };

/**
 * Rows of transactions that ended between two snapshots, in the order of their numbers. Neither the order in which transactions
 * begin nor that of their rows says when they become visible: one that ends late is in the window in which it ended.
 */
export async function rowsIn(ctx: Context, { source, kinds }: Reader, window: Window, limit: number) {
  const [seen, reading] = [sql`${window.seen}::pg_snapshot`, sql`${window.reading}::pg_snapshot`];
  const { rows } = await sql<EventRow>`
    select ${columnsOf(source)} from ${sql.table(source.table)}
    where organization_id = ${ctx.organizationId}::uuid and ${isKind(source, kinds)}
      and ${writtenSince(seen)} and written_in < ${number(sql`pg_snapshot_xmax(${reading})`)}
      and pg_visible_in_snapshot(written_in::text::xid8, ${reading})
      and written_no > ${window.lastNo}::bigint
    order by written_no limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Undefined when the row is gone: its contact was erased, or it turned out to be a machine's. */
export async function rowAt(
  ctx: Context,
  source: RowSource,
  { writtenIn, writtenNo }: Pick<EventRow, 'writtenIn' | 'writtenNo'>,
) {
  const { rows } = await sql<EventRow>`
    select ${columnsOf(source)} from ${sql.table(source.table)}
    where organization_id = ${ctx.organizationId}::uuid and written_in = ${writtenIn}::bigint and written_no = ${writtenNo}::bigint`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function advance(
  ctx: Context,
  reader: Reader,
  { seen, reading, lastNo }: Omit<Cursor, 'now'>,
): Promise<void> {
  await sql`
    update event_cursors set seen = ${seen}::pg_snapshot, reading = ${reading}::pg_snapshot, last_no = ${lastNo}::bigint
    where organization_id = ${ctx.organizationId}::uuid and ${isReader(reader)}`.execute(ctx.db);
}
