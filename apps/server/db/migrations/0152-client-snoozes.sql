-- What a client needs attention for and a person wants to hear of in a week, not now. Of that person alone.
create table client_snoozes (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  client_id uuid not null,
  -- The reasons that stood then. Another one, or one of these that came up later, is told at once.
  reasons text[] not null check (cardinality(reasons) between 1 and 20),
  snoozed_at timestamptz not null default now(),
  primary key (organization_id, user_id, client_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
  foreign key (organization_id, client_id) references clients (organization_id, id) on delete cascade
);
create index client_snoozes_client on client_snoozes (organization_id, client_id);
alter table client_snoozes enable row level security;
alter table client_snoozes force row level security;
create policy tenant on client_snoozes to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on client_snoozes to waggle_app;
