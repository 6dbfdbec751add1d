-- The image library: pictures people put into emails, of the organization or of one client. The bytes are a public file that
-- is kept as long as the row is, whatever becomes of the emails.
create table images (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 120),
  alt text not null default '' check (char_length(alt) <= 125),
  file_id uuid not null,
  -- The file's name in its public address, by which it is found in emails.
  file_name text not null check (file_name ~ '^[A-Za-z0-9_-]{24}\.[a-z]{3,4}$'),
  width int not null check (width between 1 and 8192),
  height int not null check (height between 1 and 8192),
  bytes int not null check (bytes > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index images_client on images (organization_id, client_id);
create index images_newest on images (organization_id, created_at, id);
create index images_by_name on images (organization_id, lower(name), id);
create index images_file on images (organization_id, file_id);
alter table images enable row level security;
alter table images force row level security;
create policy tenant on images to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update (name, alt), delete on images to waggle_app;
