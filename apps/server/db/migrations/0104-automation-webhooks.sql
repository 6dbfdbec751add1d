-- What webhook steps ask other servers to be told. The contact is read when it is told, so nothing of it stands here but its id.
create table automation_webhooks (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  automation_id uuid not null,
  step_id text not null check (char_length(step_id) = 8),
  run_id uuid not null,
  -- The turn that asked: an answer to an older one does nothing.
  seq int not null,
  contact_id uuid not null,
  url text not null check (char_length(url) between 1 and 2000),
  -- Whether the run waits for the answer.
  reply boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'told', 'failed')),
  attempts int not null default 0,
  -- Null once it is told or given up.
  next_at timestamptz default now(),
  asked_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Of the last try.
  status int,
  answer text check (octet_length(answer) <= 2048),
  problem text check (char_length(problem) <= 200),
  primary key (organization_id, id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
-- One turn of a run asks each step once, however often the turn is made.
create unique index automation_webhooks_asked on automation_webhooks (organization_id, run_id, step_id, seq);
create index automation_webhooks_due on automation_webhooks (next_at) where next_at is not null;
create index automation_webhooks_settled on automation_webhooks (organization_id, settled_at) where settled_at is not null;
create index automation_webhooks_contact on automation_webhooks (organization_id, contact_id);
create index automation_webhooks_automation on automation_webhooks (organization_id, automation_id, asked_at);
create index automation_webhooks_client on automation_webhooks (organization_id, client_id);
alter table automation_webhooks enable row level security;
alter table automation_webhooks force row level security;
create policy tenant on automation_webhooks to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on automation_webhooks to waggle_app;

-- Who has something to tell, and nothing of what.
create policy sweep on automation_webhooks for select to waggle_sweep using (true);
grant select (organization_id, next_at) on automation_webhooks to waggle_sweep;

-- What signs the webhooks of an organization, encrypted under SECRET_KEY.
create table webhook_secrets (
  organization_id uuid primary key references organizations on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now()
);
alter table webhook_secrets enable row level security;
alter table webhook_secrets force row level security;
create policy tenant on webhook_secrets to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  );
grant select, insert, update, delete on webhook_secrets to waggle_app;
