-- One row about this database. A copy of it kept outside, in the journals of the processes, tells a restored database
-- from the newest one; a backup cannot say of itself that it is old.
create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid(),
  -- Raised whenever somebody confirms a restore: what was noted under a smaller one was noted before that.
  epoch int not null default 1,
  -- Where the database was when a process last accepted it: cluster, timeline, database and table. A dump, a restore to a
  -- point in time and a promoted replica each change one of them.
  placed text check (char_length(placed) <= 200),
  held_since timestamptz,
  held_reason text check (held_reason in ('older', 'moved', 'other-installation', 'unproven', 'restored')),
  -- The latest moment the restored data can be from.
  restored_to timestamptz,
  check ((held_since is null) = (held_reason is null))
);
insert into installation default values;
grant select on installation to waggle_app;
grant update (epoch, placed, held_since, held_reason, restored_to) on installation to waggle_app;

-- One row for each start of a process that keeps a journal. It counts its own beats, and nobody else writes them.
create table installation_processes (
  id uuid primary key,
  -- The folder of its journal, which outlives the process.
  folder_id uuid not null,
  role text not null check (role in ('api', 'edge', 'worker', 'all')),
  host text not null check (char_length(host) <= 100),
  epoch int not null,
  started_at timestamptz not null default now(),
  beat_no bigint not null default 0,
  beat_at timestamptz not null default now(),
  ended_at timestamptz
);
-- Updated every second, in place: no index but the key.
alter table installation_processes set (fillfactor = 50);
grant select, insert, update, delete on installation_processes to waggle_app;

-- Whose journals were read while the installation was held, and whose are missing.
create table restore_journals (
  held_epoch int not null,
  process_id uuid not null,
  folder_id uuid not null,
  role text not null check (role in ('api', 'edge', 'worker', 'all')),
  host text not null check (char_length(host) <= 100),
  -- The highest epoch the process knew of.
  epoch int not null,
  state text not null check (state in ('expected', 'reading', 'read')),
  -- The last beat the restored database knew, and the last one the journal has.
  from_beat bigint not null default 0,
  through_beat bigint not null default 0,
  counts jsonb not null default '{}',
  noted_at timestamptz not null default now(),
  primary key (held_epoch, process_id)
);
grant select, insert, update on restore_journals to waggle_app;

-- What was confirmed, by whom, and what it changed.
create table restores (
  epoch int primary key,
  held_since timestamptz not null,
  held_reason text not null check (char_length(held_reason) <= 40),
  restored_to timestamptz,
  confirmed_at timestamptz not null default now(),
  confirmed_by text not null check (char_length(confirmed_by) <= 200),
  choices jsonb not null,
  counts jsonb not null
);
grant select, insert on restores to waggle_app;
