-- What people wrote on a day of the time curves. Without a client it is of the organization, and is read where all clients are shown.
create table annotations (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- Of the organization's calendar.
  day date not null,
  text text not null check (char_length(text) between 1 and 120),
  -- No key: the note outlives the membership of who wrote it.
  author_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index annotations_day on annotations (organization_id, day, id);
create index annotations_client on annotations (organization_id, client_id);
alter table annotations enable row level security;
alter table annotations force row level security;
create policy tenant on annotations to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on annotations to waggle_app;
