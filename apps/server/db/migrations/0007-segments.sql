-- A saved question, never a list of people: who is in it is found when somebody asks.
create table segments (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 80),
  rules jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index segments_name on segments (organization_id, client_id, lower(name)) nulls not distinct;
create index segments_by_name on segments (organization_id, lower(name), id);
create index segments_created on segments (organization_id, created_at, id);
alter table segments enable row level security;
alter table segments force row level security;
create policy tenant on segments to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on segments to waggle_app;

-- The size of a segment once a day, for its trend.
create table segment_counts (
  organization_id uuid not null references organizations on delete cascade,
  segment_id uuid not null,
  client_id uuid,
  counted_on date not null,
  members bigint not null,
  primary key (organization_id, segment_id, counted_on),
  foreign key (organization_id, segment_id) references segments (organization_id, id) on delete cascade
);
alter table segment_counts enable row level security;
alter table segment_counts force row level security;
create policy tenant on segment_counts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on segment_counts to waggle_app;
