-- Questions to Analytics whose answers stand on Overview. Without a client they stand where all clients are shown.
create table saved_questions (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  metric text not null check (char_length(metric) <= 40),
  -- Null of what is counted as of now.
  period text check (char_length(period) <= 20),
  breakdown text check (char_length(breakdown) <= 20),
  -- The client that is asked about where all are shown.
  asked_client_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, asked_client_id) references clients (organization_id, id)
);
-- Saved twice it is one.
create unique index saved_questions_question on saved_questions (organization_id, client_id, metric, period, breakdown, asked_client_id) nulls not distinct;
create index saved_questions_asked_client on saved_questions (organization_id, asked_client_id);
alter table saved_questions enable row level security;
alter table saved_questions force row level security;
create policy tenant on saved_questions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on saved_questions to waggle_app;
