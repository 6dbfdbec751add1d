-- What automations would have done in the past: worked out once, looked at for a month.
create table automation_trials (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  automation_id uuid not null,
  -- The draft or what is published, with its number when the trial began.
  tried text not null check (tried in ('draft', 'live')),
  tried_no int not null,
  document json not null check (json_typeof(document) = 'object'),
  days int not null check (days between 1 and 400),
  from_at timestamptz not null,
  to_at timestamptz not null,
  open_rate real not null check (open_rate between 0 and 1),
  click_rate real not null check (click_rate between 0 and 1),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- People done of those found; null before they are found.
  done int not null default 0,
  people int,
  -- Figures alone; people are in a table of their own, where an erasure finds them.
  result json check (json_typeof(result) = 'object'),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- When it last went on: one whose worker died for good is not waited for.
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
create unique index automation_trials_running on automation_trials (organization_id, automation_id) where state in ('queued', 'running');
create index automation_trials_automation on automation_trials (organization_id, automation_id, created_at desc);
create index automation_trials_client on automation_trials (organization_id, client_id);

-- Some of the people of a trial, with their path.
create table automation_trial_people (
  organization_id uuid not null,
  trial_id uuid not null,
  place smallint not null,
  client_id uuid,
  contact_id uuid not null,
  entered_at timestamptz not null,
  emails int not null,
  -- Why they left; null for who would still be inside.
  ended text check (char_length(ended) <= 20),
  turns json not null check (json_typeof(turns) = 'array'),
  primary key (organization_id, trial_id, place),
  foreign key (organization_id, trial_id) references automation_trials (organization_id, id) on delete cascade
);
create index automation_trial_people_contact on automation_trial_people (organization_id, contact_id);
create index automation_trial_people_client on automation_trial_people (organization_id, client_id);

do $$
declare
  name text;
begin
  foreach name in array array['automation_trials', 'automation_trial_people'] loop
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
