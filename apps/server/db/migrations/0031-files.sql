-- Bytes of files people uploaded: one row for an organization and a content, however often it was uploaded there. Large ones
-- may be kept elsewhere, under the id of the row.
create table file_contents (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes int not null check (bytes between 1 and 10485760),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  width int not null check (width between 1 and 8192),
  height int not null check (height between 1 and 8192),
  place text not null check (place in ('database', 'disk', 's3')),
  content bytea check (octet_length(content) = bytes),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((place = 'database') = (content is not null))
);
-- Pictures are compressed already.
alter table file_contents alter column content set storage external;
create unique index file_contents_once on file_contents (organization_id, sha256);

-- A file of an organization or one of its clients. Each has one owner, which refers to it by its id.
create table files (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  content_id uuid not null,
  purpose text not null check (purpose ~ '^[a-z][a-z-]{0,39}$'),
  -- The secret part of its public address; null for a file without one.
  token text check (token ~ '^[A-Za-z0-9_-]{24}$'),
  -- When it is deleted; null while its owner keeps it.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, content_id) references file_contents (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index files_token on files (token);
create index files_content on files (organization_id, content_id);
create index files_client on files (organization_id, client_id);
create index files_expiring on files (expires_at) where expires_at is not null;
alter table files enable row level security;
alter table files force row level security;
create policy tenant on files to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update (token, expires_at), delete on files to waggle_app;

-- Whoever sees one client alone sees the contents of its files: the policy of files answers the question inside.
alter table file_contents enable row level security;
alter table file_contents force row level security;
create policy tenant on file_contents to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else exists (
      select from files where files.organization_id = file_contents.organization_id and files.content_id = file_contents.id) end
  )
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, delete on file_contents to waggle_app;

-- Strangers read what has a public address.
create policy edge on files for select to waggle_edge using (token is not null);
grant select (organization_id, content_id, token) on files to waggle_edge;
create policy edge on file_contents for select to waggle_edge using (exists (
  select from files where files.organization_id = file_contents.organization_id and files.content_id = file_contents.id));
grant select (organization_id, id, sha256, bytes, content_type, place, content) on file_contents to waggle_edge;

-- Whose files expire.
create policy sweep on files for select to waggle_sweep using (expires_at is not null);
grant select (organization_id, expires_at) on files to waggle_sweep;

-- Contents kept elsewhere that are to be deleted there: noted before one is written and when its row goes, in the same
-- transaction and by whatever deletes it, so that a crash leaves nothing behind. No tenant data.
create table stale_objects (
  id uuid primary key,
  place text not null check (place in ('disk', 's3')),
  due_at timestamptz not null
);
create index stale_objects_due on stale_objects (due_at);
grant select, insert, delete on stale_objects to waggle_app;

create function public.note_stale_object() returns trigger language plpgsql as $$
begin
  insert into stale_objects (id, place, due_at) values (old.id, old.place, now());
  return null;
end
$$;
create trigger note_stale_object after delete on file_contents
  for each row when (old.place <> 'database') execute function public.note_stale_object();
