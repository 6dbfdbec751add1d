create table imports (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  kind text not null check (kind in ('contacts', 'suppressions')),
  -- The name the person's file had; nothing is ever stored under it.
  name text not null check (char_length(name) between 1 and 200),
  state text not null default 'uploading'
    check (state in ('uploading', 'uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  bytes bigint not null,
  encoding text,
  delimiter text,
  -- Headers with sample values, as found in the file.
  columns jsonb,
  -- Field of each column, and what to do with people who are known already.
  plan jsonb,
  rows bigint,
  -- Rows of the file that are done: where a stopped import goes on.
  position bigint not null default 0,
  checked jsonb,
  counts jsonb,
  failure text check (char_length(failure) <= 300),
  undone jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undo_until timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index imports_recent on imports (organization_id, created_at, id);
create index imports_client on imports (organization_id, client_id);
alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on imports to waggle_app;

-- The uploaded file in pieces, in the database: any worker on any machine can read it, and one backup holds everything.
create table import_parts (
  organization_id uuid not null references organizations on delete cascade,
  import_id uuid not null,
  part int not null check (part >= 0),
  client_id uuid,
  content bytea not null,
  primary key (organization_id, import_id, part),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
-- Compressing megabytes that are read once would cost more than it saves.
alter table import_parts alter column content set storage external;
alter table import_parts enable row level security;
alter table import_parts force row level security;
create policy tenant on import_parts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on import_parts to waggle_app;

-- Rows that were not imported, as they stood in the file, and why.
create table import_errors (
  organization_id uuid not null references organizations on delete cascade,
  import_id uuid not null,
  row_number bigint not null,
  client_id uuid,
  kind text not null check (kind in ('invalid', 'blocked', 'limit')),
  email text,
  message text not null check (char_length(message) <= 500),
  cells jsonb not null,
  primary key (organization_id, import_id, row_number),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
alter table import_errors enable row level security;
alter table import_errors force row level security;
create policy tenant on import_errors to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on import_errors to waggle_app;
