import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { ProcessName } from './entries.ts';

/** Journals that were read to the end after this or an earlier restore, and how far. */
export async function findReadThrough(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; through: number }>`
    select process_id as id, max(through_beat)::float8 as through from restore_journals
    where process_id = any(${ids}::uuid[]) and state = 'read' group by process_id`.execute(db);
  return new Map(rows.map(({ id, through }) => [id, through]));
}

export type Reading = ProcessName & { epoch: number; fromBeat: number; throughBeat: number };

export const noteReading = (db: Db, { id, folderId, role, host, epoch, fromBeat, throughBeat }: Reading) =>
  sql`
    insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state, from_beat, through_beat)
    select installation.epoch, ${id}::uuid, ${folderId}::uuid, ${role}, ${host}, ${epoch}, 'reading', ${fromBeat}::bigint, ${throughBeat}::bigint
    from installation
    on conflict (held_epoch, process_id) do update set state = 'reading', through_beat = excluded.through_beat,
      epoch = excluded.epoch, noted_at = now()
    where restore_journals.state = 'expected' or restore_journals.noted_at < (select held_since from installation)`.execute(
    db,
  );

export const noteRead = (db: Db, processId: string, counts: object) =>
  sql`update restore_journals set state = 'read', counts = ${JSON.stringify(counts)}::jsonb, noted_at = now()
    where process_id = ${processId}::uuid and held_epoch = (select epoch from installation) and state = 'reading'`.execute(
    db,
  );

/** Who was alive at that time: if nobody brings their journal, what they did since is unknown. */
export const expectJournals = (db: Db) =>
  sql`
    insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state)
    select installation.epoch, alive.id, alive.folder_id, alive.role, alive.host, alive.epoch, 'expected'
    from installation join installation_processes alive on alive.ended_at is null
      and alive.beat_at >= installation.restored_to - interval '10 minutes' and alive.started_at < installation.held_since
    on conflict do nothing`.execute(db);

/** Whom others saw alive afterwards. */
export const expectSeen = (db: Db, seen: readonly ProcessName[]) =>
  sql`
    insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state)
    select installation.epoch, given.*, 0, 'expected' from installation cross join unnest(
      ${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ folderId }) => folderId)}::uuid[],
      ${seen.map(({ role }) => role)}::text[], ${seen.map(({ host }) => host)}::text[]) given
    on conflict do nothing`.execute(db);

export type ReadJournal = ProcessName & {
  state: 'expected' | 'reading' | 'read';
  fromBeat: number;
  throughBeat: number;
  counts: Partial<Record<'offered' | 'optOuts' | 'erasures', number>>;
  /** Nobody has read the folder, and nobody who beats is reading it. */
  isMissing: boolean;
};

/** Of this hold: one that was read earlier in the epoch says nothing about what its folder has noted since. */
export async function findJournals(db: Db): Promise<ReadJournal[]> {
  const { rows } = await sql<ReadJournal>`
    select journal.process_id as id, journal.folder_id as "folderId", journal.role, journal.host, journal.state,
      from_beat::float8 as "fromBeat", through_beat::float8 as "throughBeat", counts,
      not exists (select from restore_journals other where other.held_epoch = journal.held_epoch
        and other.noted_at >= installation.held_since and other.folder_id = journal.folder_id and other.state <> 'expected' and (other.state = 'read' or exists (
          select from installation_processes alive where alive.folder_id = journal.folder_id and alive.ended_at is null
            and alive.beat_at > now() - interval '15 seconds'))) as "isMissing"
    from restore_journals journal join installation on held_epoch = installation.epoch and noted_at >= held_since
    order by journal.host, journal.role, journal.noted_at`.execute(db);
  return rows;
}
