-- Reports that people are emailed each week or month. Without a client a schedule is of all clients together.
create table report_schedules (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- In small letters. They need not be of the team.
  recipients text[] not null check (cardinality(recipients) between 1 and 10 and array_position(recipients, null) is null),
  locale text not null check (locale in ('en', 'es', 'fr')),
  -- A period in which nothing happened is not reported.
  skips_empty boolean not null default true,
  paused_at timestamptz,
  -- 8:00 of a Monday or of the first of a month, in the organization's zone.
  next_run_at timestamptz not null,
  -- The last period that was decided about, as from/to: a changed zone must not report it twice.
  last_period text check (char_length(last_period) <= 21),
  last_outcome text check (last_outcome in ('sent', 'empty', 'no-sender', 'no-recipients', 'plan')),
  last_run_at timestamptz,
  -- No key: the schedule outlives the membership of who made it.
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index report_schedules_client on report_schedules (organization_id, client_id);
create index report_schedules_due on report_schedules (next_run_at) where paused_at is null;
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy tenant on report_schedules to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on report_schedules to waggle_app;
-- Whose report is due, and nothing of whom it goes to.
create policy sweep on report_schedules for select to waggle_sweep using (true);
grant select (organization_id, id, next_run_at, paused_at) on report_schedules to waggle_sweep;

-- A report as it was on the day it was made, which a link shows to whoever has it until it ends or somebody revokes it.
create table report_links (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- No key: the link in an email outlives the schedule.
  schedule_id uuid not null,
  -- Of a token that is in the emails alone.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  report jsonb not null check (jsonb_typeof(report) = 'object'),
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index report_links_token on report_links (token_hash);
create index report_links_client on report_links (organization_id, client_id);
create index report_links_expires on report_links (expires_at);
alter table report_links enable row level security;
alter table report_links force row level security;
create policy tenant on report_links to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on report_links to waggle_app;
create policy sweep on report_links for select to waggle_sweep using (true);
grant select (organization_id, expires_at) on report_links to waggle_sweep;

-- One email to one recipient about one period: the unique index is why nobody gets a period twice.
create table report_emails (
  organization_id uuid not null references organizations on delete cascade,
  -- In the link that stops the reports.
  id uuid not null default new_id(),
  client_id uuid,
  -- No keys: the link that stops them works after both are gone.
  schedule_id uuid not null,
  link_id uuid not null,
  period text not null check (char_length(period) <= 21),
  -- Until it is settled.
  email text check (char_length(email) <= 254),
  -- Keyed, of the address: who stops the reports is known by it.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- Offered is from the moment before the last byte: a try that finds it so does not know what became of it.
  state text not null default 'pending' check (state in ('pending', 'offered', 'accepted', 'failed', 'left-out', 'uncertain')),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index report_emails_once on report_emails (organization_id, schedule_id, period, address_hash);
create index report_emails_client on report_emails (organization_id, client_id);
create index report_emails_created on report_emails (organization_id, created_at);
alter table report_emails enable row level security;
alter table report_emails force row level security;
create policy tenant on report_emails to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on report_emails to waggle_app;

-- Who wants no reports about a client, or with null about all of them together. Outlives every schedule: nobody is added again.
create table report_stops (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  stopped_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index report_stops_address on report_stops (organization_id, client_id, address_hash) nulls not distinct;
alter table report_stops enable row level security;
alter table report_stops force row level security;
create policy tenant on report_stops to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on report_stops to waggle_app;

-- The report behind a link while it holds. Answered by the role that tells the edge about readers: the edge itself sees no report.
grant create on schema public to waggle_reader;
grant select (organization_id, token_hash, report, expires_at, revoked_at) on report_links to waggle_reader;
create policy reader on report_links for select to waggle_reader using (true);
create function public.report_of_link(hash bytea) returns table (organization_id uuid, report jsonb, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select links.organization_id, links.report, links.expires_at from report_links links
  join organizations on organizations.id = links.organization_id
  where links.token_hash = hash and links.revoked_at is null and links.expires_at > now() and organizations.deleting_since is null
$$;
revoke all on function public.report_of_link(bytea) from public;
grant execute on function public.report_of_link(bytea) to waggle_edge;
alter function public.report_of_link(bytea) owner to waggle_reader;
revoke create on schema public from waggle_reader;
