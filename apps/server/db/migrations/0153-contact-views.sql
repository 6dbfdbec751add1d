-- What a list of contacts shows and how, kept under a name: filters, search, order and columns. Without a client it was saved where all clients are shown.
create table contact_views (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- Null of a view that everybody of the team has. Whoever leaves the team takes their own along.
  owner_id uuid,
  name text not null check (char_length(name) between 1 and 60),
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, owner_id) references members (organization_id, user_id) on delete cascade
);
create unique index contact_views_name on contact_views (organization_id, client_id, owner_id, lower(name)) nulls not distinct;
create index contact_views_owner on contact_views (organization_id, owner_id);
alter table contact_views enable row level security;
alter table contact_views force row level security;
create policy tenant on contact_views to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_views to waggle_app;
