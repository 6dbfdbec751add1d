-- Automations: steps that contacts pass one after the other.
create table automations (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  -- `closing` lets nobody in and lets those inside finish; `ended` has nobody inside.
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'closing', 'ended')),
  -- What its editors see.
  draft json not null check (json_typeof(draft) = 'object'),
  -- Counted up by every change, so that two people who edit it at once are told.
  draft_no int not null default 1 check (draft_no > 0),
  draft_changed_at timestamptz not null default now(),
  -- No key: a draft outlives the membership of who wrote it.
  draft_changed_by uuid,
  -- The version that lets people in.
  live_version int,
  -- Whether the draft says something that is not published.
  has_changes boolean not null default true,
  -- Why it does not go on by itself.
  hold_reason text check (hold_reason in ('storm', 'sender', 'loop')),
  -- Since when nobody moves; what was due since then is decided about when it goes on.
  paused_at timestamptz,
  -- While it is resumed and everybody's times are moved: the last run that was, and by how much.
  resuming json check (json_typeof(resuming) = 'object'),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index automations_created on automations (organization_id, created_at, id);
create index automations_by_name on automations (organization_id, lower(name), id);
create index automations_client on automations (organization_id, client_id);

-- How many an organization has, and how many of them count for its plan. Kept by a trigger: whoever is limited to one client does not
-- see the others; and since a writer holds the row until it commits, a limit cannot be raced past.
create table automation_totals (
  organization_id uuid primary key references organizations on delete cascade,
  automations int not null default 0,
  live int not null default 0
);
alter table automation_totals enable row level security;
alter table automation_totals force row level security;
create policy tenant on automation_totals to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on automation_totals to waggle_app;

create function public.count_automations() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.status in ('live', 'paused') then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.status in ('live', 'paused') then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    insert into automation_totals as known (organization_id, automations, live) values (new.organization_id, 1, is_now)
    on conflict (organization_id) do update set automations = known.automations + 1, live = known.live + is_now;
  elsif tg_op = 'DELETE' then
    -- Not an upsert: when an organization is deleted, its counter may be gone before its automations.
    update automation_totals set automations = automations - 1, live = live - was where organization_id = old.organization_id;
  elsif was <> is_now then
    update automation_totals set live = live + is_now - was where organization_id = new.organization_id;
  end if;
  return null;
end
$$;
create trigger count_automations after insert or update of status or delete on automations
  for each row execute function public.count_automations();

-- What was published. A version never changes: people are on one until they end or are moved.
create table automation_versions (
  organization_id uuid not null,
  automation_id uuid not null,
  version int not null check (version > 0),
  client_id uuid,
  document json not null check (json_typeof(document) = 'object'),
  -- The document as the engine walks it; a run's step is a place in it.
  program json not null check (json_typeof(program) = 'object'),
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (organization_id, automation_id, version),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
create index automation_versions_client on automation_versions (organization_id, client_id);

-- Who ever got in: decides by key whether somebody gets in again.
create table automation_entries (
  organization_id uuid not null,
  contact_id uuid not null,
  automation_id uuid not null,
  client_id uuid,
  times int not null default 1,
  -- Entries in the month of the last one.
  pass smallint not null default 1,
  last_at timestamptz not null,
  -- By date trigger, the last year it let them in.
  occasions jsonb not null default '{}',
  primary key (organization_id, contact_id, automation_id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
) with (fillfactor = 90);
create index automation_entries_automation on automation_entries (organization_id, automation_id);
create index automation_entries_client on automation_entries (organization_id, client_id);

-- People inside, each waiting at a step. While a turn moves them their rows are locked, and a crash leaves them waiting.
create table automation_runs (
  organization_id uuid not null,
  id uuid not null default new_id(),
  client_id uuid,
  automation_id uuid not null,
  contact_id uuid not null,
  version int not null,
  step smallint not null,
  -- Turns so far.
  seq int not null default 0,
  -- 0, or which entry it is where people may be inside more than once.
  occasion int not null default 0,
  pass smallint not null default 1,
  -- How many automations one after the other led here.
  depth smallint not null default 0,
  attempts smallint not null default 0,
  wake_at timestamptz not null,
  arrived_at timestamptz not null,
  entered_at timestamptz not null,
  deadline timestamptz,
  -- Why it is not tried any more by itself.
  stuck text check (char_length(stuck) <= 300),
  -- What later steps must know: answers of webhooks.
  memory jsonb check (octet_length(memory::text) <= 2048),
  primary key (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index automation_runs_due on automation_runs (organization_id, automation_id, version, step, wake_at);
create index automation_runs_stuck on automation_runs (organization_id, automation_id) where stuck is not null;
create unique index automation_runs_contact on automation_runs (organization_id, contact_id, automation_id, occasion);

-- Steps at which people rest, with the time at which the first of them goes on. The loop reads these and no runs.
create table automation_places (
  organization_id uuid not null,
  automation_id uuid not null,
  version int not null,
  step smallint not null,
  client_id uuid,
  next_at timestamptz not null default 'infinity',
  primary key (organization_id, automation_id, version, step),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
create index automation_places_due on automation_places (next_at);
create index automation_places_client on automation_places (organization_id, client_id);

-- What each turn did and saw: one row for each time somebody went on.
create table automation_turns (
  organization_id uuid not null,
  contact_id uuid not null,
  run_id uuid not null,
  seq int not null,
  happened_at timestamptz not null default now(),
  client_id uuid,
  automation_id uuid not null,
  version int not null,
  -- Nodes of the program in the order they were passed, and what came of each.
  nodes smallint[] not null,
  outcomes smallint[] not null,
  -- Values that decided, by node.
  seen json,
  primary key (organization_id, contact_id, run_id, seq, happened_at)
) partition by range (happened_at);
insert into partitioned_tables (name, keep_months) values ('automation_turns', 13);

-- Who is not inside any more, and why.
create table automation_past (
  organization_id uuid not null,
  id uuid not null,
  client_id uuid,
  automation_id uuid not null,
  contact_id uuid not null,
  version int not null,
  -- Where they ended.
  step smallint not null,
  seq int not null,
  pass smallint not null,
  entered_at timestamptz not null,
  ended_at timestamptz not null default now(),
  reason text not null check (reason in ('completed', 'goal', 'left', 'filter', 'rule', 'unsubscribed', 'deleted', 'removed', 'ended', 'given-up', 'moved')),
  primary key (organization_id, automation_id, ended_at, id)
) partition by range (ended_at);
create index automation_past_contact on automation_past (organization_id, contact_id, automation_id);
insert into partitioned_tables (name, keep_months) values ('automation_past', 13);

-- Figures of steps; of the automation itself under no step. Several rows a day, so that turns do not wait for each other.
create table automation_counts (
  organization_id uuid not null,
  automation_id uuid not null,
  step_id text not null check (char_length(step_id) <= 8),
  on_day date not null,
  slot smallint not null,
  client_id uuid,
  arrived bigint not null default 0,
  done bigint not null default 0,
  skipped bigint not null default 0,
  ended bigint not null default 0,
  -- Of the automation, under no step: who got in (arrived), is not inside any more (ended) and reached the goal. Of a step with lanes: people of its first.
  reached bigint not null default 0,
  primary key (organization_id, automation_id, step_id, on_day, slot),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
) with (fillfactor = 70);
create index automation_counts_client on automation_counts (organization_id, client_id);

-- People who are moved from one version to another.
create table automation_moves (
  organization_id uuid not null,
  id uuid not null default new_id(),
  automation_id uuid not null,
  client_id uuid,
  from_version int not null,
  to_version int not null,
  -- By step of the old version: the step of the new one, or that they leave.
  mapping json not null check (json_typeof(mapping) = 'array'),
  state text not null default 'moving' check (state in ('moving', 'done')),
  planned bigint not null,
  moved bigint not null default 0,
  -- Those who ended while it went on, or by the mapping.
  ended bigint not null default 0,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
create index automation_moves_automation on automation_moves (organization_id, automation_id);
create index automation_moves_client on automation_moves (organization_id, client_id);

do $$
declare
  name text;
begin
  foreach name in array array[
    'automations', 'automation_versions', 'automation_entries', 'automation_runs', 'automation_places',
    'automation_turns', 'automation_past', 'automation_counts', 'automation_moves'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$
      create policy tenant on %I to waggle_app
      using (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
      )
      with check (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
      )$policy$, name);
    execute format('grant select, insert, update, delete on %I to waggle_app', name);
  end loop;
end
$$;

-- Where somebody is due, and nothing of who.
create policy sweep on automation_places for select to waggle_sweep using (true);
grant select (organization_id, automation_id, version, step, next_at) on automation_places to waggle_sweep;

-- Runs and partitioned tables have no key to their organization: a key would be asked for every row that is written.
create function public.forget_automations() returns trigger language plpgsql as $$
begin
  delete from automation_runs where organization_id = old.id;
  delete from automation_turns where organization_id = old.id;
  delete from automation_past where organization_id = old.id;
  return null;
end
$$;
create trigger forget_automations after delete on organizations for each row execute function public.forget_automations();

select keep_partitions();
