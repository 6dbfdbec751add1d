import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { deadLetterQueue } from '../jobs/classes.ts';
import type { ProcessName } from './entries.ts';

export const holdReasons = ['older', 'moved', 'other-installation', 'unproven', 'restored'] as const;
export type HoldReason = (typeof holdReasons)[number];
export type Hold = { since: Date; reason: HoldReason; restoredTo: Date | null };

export type InstallationRow = {
  id: string;
  epoch: number;
  placed: string | null;
  heldSince: Date | null;
  heldReason: HoldReason | null;
  restoredTo: Date | null;
};

const columns = sql`id, epoch, placed, held_since as "heldSince", held_reason as "heldReason", restored_to as "restoredTo"`;

export async function findInstallation(db: Db): Promise<InstallationRow> {
  const { rows } = await sql<InstallationRow>`select ${columns} from installation`.execute(db);
  if (!rows[0]) throw new Error('The row of this installation is missing: run `waggle migrate`.');
  return rows[0];
}

export const holdOf = ({ heldSince, heldReason, restoredTo }: InstallationRow): Hold | null =>
  heldSince && heldReason ? { since: heldSince, reason: heldReason, restoredTo } : null;

/** The timeline of the write-ahead log: a promoted replica and a restore to a point in time begin a new one. */
const timeline = sql<string>`left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** Where this database is. Null where the server does not say; then the journals alone tell. */
export async function findPlace(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ place: string }>`
      select concat_ws(' ', (select system_identifier from pg_control_system()), ${timeline},
        (select oid from pg_database where datname = current_database()), 'installation'::regclass::oid) as place`.execute(
      db,
    );
    return rows[0]?.place ?? null;
  } catch (error) {
    // No right to ask, no such function, or a server that has no such log.
    if (/^(42|0A|55)/.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}

/** Of all processes at once, so that a new one keeps what others have accepted. */
export const keepPlace = (db: Db, place: string) =>
  sql`update installation set placed = ${place} where placed is null`.execute(db);

/** The first who finds out says so; the others add what they know of the time. */
export const hold = (db: Db, reason: HoldReason, restoredTo: Date | null) =>
  sql`update installation set held_since = coalesce(held_since, now()), held_reason = coalesce(held_reason, ${reason}),
    restored_to = least(restored_to, ${restoredTo}::timestamptz)`.execute(db);

/** Again where the answer was lost: the row is there, perhaps of an epoch that has ended since. One that has beaten meets no beat and is looked at again. */
export const insertProcess = (db: Db, { id, folderId, role, host }: ProcessName, epoch: number) =>
  sql`insert into installation_processes (id, folder_id, role, host, epoch) values
    (${id}::uuid, ${folderId}::uuid, ${role}, ${host}, ${epoch})
    on conflict (id) do update set epoch = excluded.epoch`.execute(db);

export type Beaten = InstallationRow & { beat: string | null; timeline: string | null };

/**
 * The beat after `no`. A commit whose answer was lost has written it already. No beat back means that this database does
 * not know what this process did: it is an older one.
 */
export async function beat(db: Db, processId: string, no: number, isPlaced: boolean): Promise<Beaten> {
  const { rows } = await sql<Beaten>`
    with beaten as (
      update installation_processes set beat_no = ${no + 1}::bigint, beat_at = now()
      where id = ${processId}::uuid and beat_no between ${no}::bigint and ${no + 1}::bigint returning beat_no
    )
    select (select beat_no from beaten) as beat, ${isPlaced ? timeline : sql`null`} as timeline, ${columns} from installation`.execute(
    db,
  );
  return rows[0]!;
}

export const nameEpoch = (db: Db, processId: string, epoch: number) =>
  sql`update installation_processes set epoch = ${epoch} where id = ${processId}::uuid`.execute(db);

export const endProcess = (db: Db, processId: string) =>
  sql`update installation_processes set ended_at = now() where id = ${processId}::uuid`.execute(db);

/** Rows of processes that ended so long ago that no folder has a journal of them. */
export const forgetProcesses = (db: Db) =>
  sql`delete from installation_processes where beat_at < now() - interval '400 days'`.execute(db);

/** A condition for statements that must not run on a database older than this process knows, nor while it is held. */
export const fence = (processId: string, no: number, timelineKnown: string | null): RawBuilder<boolean> => sql<boolean>`
  (select held_since is null from installation)
  and exists (select from installation_processes where id = ${processId}::uuid and beat_no >= ${no}::bigint)
  and ${timelineKnown === null ? sql`true` : sql`${timeline} = ${timelineKnown}`}`;

export type KnownProcess = { id: string; beat: number; beatAt: Date; isEnded: boolean };

export async function findProcesses(db: Db, ids: readonly string[]): Promise<Map<string, KnownProcess>> {
  const { rows } = await sql<KnownProcess>`
    select id, beat_no::float8 as beat, beat_at as "beatAt", ended_at is not null as "isEnded"
    from installation_processes where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export type Evidence = {
  /** Whether any process has ever joined. */
  isJoined: boolean;
  /** Seconds since the last beat of anybody. */
  silentSeconds: number;
  newestBeat: Date | null;
  /** Somebody has registered here. */
  hasPeople: boolean;
  /** Whether something would be sent by itself, now or at its time. */
  wouldSend: boolean;
};

/** What can be seen over all organizations, without seeing any of them. */
export async function findEvidence(database: Database): Promise<Evidence> {
  const { rows } = await sql<Pick<Evidence, 'isJoined' | 'newestBeat' | 'silentSeconds'> & { mailWaits: boolean }>`
    select count(*) > 0 as "isJoined", max(beat_at) as "newestBeat",
      coalesce(extract(epoch from now() - max(beat_at)), 0)::float8 as "silentSeconds",
      exists (select from pgboss.job join pgboss.queue using (name)
        where queue.dead_letter = ${deadLetterQueue('transactional')} and job.state < 'completed') as "mailWaits"
    from installation_processes`.execute(database.tenant(null));
  const { rows: campaigns } = await sql<{ some: boolean; live: boolean }>`
    select exists (select from campaigns) as some, exists (select from campaigns where status = 'ACTIVE')
      or exists (select from automations where status in ('live', 'closing'))
      or exists (select from form_emails where state in ('pending', 'claimed', 'offering'))
      or exists (select from report_schedules where paused_at is null and next_run_at <= now()) as live`.execute(
    database.sweep,
  );
  const { rows: people } = await sql`select from directory.users limit 1`.execute(database.directory);
  const { mailWaits, ...seen } = rows[0]!;
  const { some, live } = campaigns[0]!;
  return { ...seen, hasPeople: some || people.length > 0, wouldSend: mailWaits || live };
}

/** Who is alive: seen by others, they are missed when nobody brings their journal. */
export async function findAlive(db: Db): Promise<ProcessName[]> {
  const { rows } = await sql<ProcessName>`
    select id, folder_id as "folderId", role, host from installation_processes
    where ended_at is null and beat_at > now() - interval '30 seconds' order by id`.execute(db);
  return rows;
}

export async function passes(db: Db, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean }>`select ${condition} as passes`.execute(db);
  return rows[0]?.passes ?? false;
}
