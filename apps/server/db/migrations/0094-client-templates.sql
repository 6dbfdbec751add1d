-- A client that new ones begin like, under a name, and what is copied of it. What it has is read when it is used.
create table client_templates (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  kinds text[] not null check (cardinality(kinds) between 1 and 20),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id) on delete cascade
);
create unique index client_templates_name on client_templates (organization_id, lower(name));
create index client_templates_client on client_templates (organization_id, client_id);
alter table client_templates enable row level security;
alter table client_templates force row level security;
-- Like clients they are the organization's: whichever client is shown, whoever is not limited to one sees them all.
create policy tenant on client_templates to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and client_id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, client_id)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and client_id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, client_id)
  );
grant select, insert, update, delete on client_templates to waggle_app;

-- How a client began, so that the same attempt sent twice makes one client and gets the same answer.
create table client_starts (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid not null,
  attempt text not null check (char_length(attempt) between 16 and 64),
  -- What was copied and left out, and who it sends as.
  outcome jsonb not null check (jsonb_typeof(outcome) = 'object'),
  created_at timestamptz not null default now(),
  primary key (organization_id, client_id),
  foreign key (organization_id, client_id) references clients (organization_id, id) on delete cascade
);
create unique index client_starts_attempt on client_starts (organization_id, attempt);
alter table client_starts enable row level security;
alter table client_starts force row level security;
create policy tenant on client_starts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and client_id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, client_id)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and client_id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, client_id)
  );
grant select, insert, delete on client_starts to waggle_app;
