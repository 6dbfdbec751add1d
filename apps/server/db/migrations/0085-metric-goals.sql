-- What a metric is meant to reach. Without a client it is of the organization, and is read where all clients are shown.
create table metric_goals (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  metric text not null check (metric in ('contacts', 'new-contacts', 'open-rate', 'scans', 'revenue')),
  -- A count, whole percent of the open rate, or the smallest unit of the organization's currency.
  target bigint not null check (target between 1 and 100000000000000),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  check (metric <> 'open-rate' or target <= 100)
);
create unique index metric_goals_metric on metric_goals (organization_id, client_id, metric) nulls not distinct;
alter table metric_goals enable row level security;
alter table metric_goals force row level security;
create policy tenant on metric_goals to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on metric_goals to waggle_app;
