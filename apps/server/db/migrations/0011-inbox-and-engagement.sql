-- Tables cut by day as well as by month: exactly one of the two says how long a part is kept.
-- A handful of rows that only keep_partitions() reads, which is replaced below.
-- squawk-ignore-file ban-drop-not-null, constraint-missing-not-valid
alter table partitioned_tables
  alter column keep_months drop not null,
  add column keep_days int check (keep_days >= 1),
  add check (num_nonnulls(keep_months, keep_days) = 1);

create or replace function public.keep_partitions() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  old record;
  today timestamp := date_trunc('day', now() at time zone 'UTC');
  step interval;
  form text;
  first timestamp;
  part text;
begin
  for kept in select * from partitioned_tables loop
    step := case when kept.keep_days is null then interval '1 month' else interval '1 day' end;
    form := case when kept.keep_days is null then 'YYYYMM' else 'YYYYMMDD' end;
    for ahead in -1..(case when kept.keep_days is null then 3 else 7 end) loop
      first := date_trunc(case when kept.keep_days is null then 'month' else 'day' end, today) + step * ahead;
      part := kept.name || '_' || to_char(first, form);
      if to_regclass(format('public.%I', part)) is null then
        -- Midnight in UTC, whether the column is a date or a time.
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, kept.name,
          to_char(first, 'YYYY-MM-DD 00:00:00+00'), to_char(first + step, 'YYYY-MM-DD 00:00:00+00'));
        execute format('alter table %I enable row level security', part);
        execute format('alter table %I force row level security', part);
      end if;
    end loop;
    for old in
      select child.relname from pg_inherits
      join pg_class child on child.oid = inhrelid
      where inhparent = to_regclass(format('public.%I', kept.name))
        and right(child.relname, length(form)) < to_char(
          today - case when kept.keep_days is null then make_interval(months => kept.keep_months) else make_interval(days => kept.keep_days) end, form)
    loop
      execute format('drop table %I', old.relname);
    end loop;
  end loop;
end
$$;

-- What strangers did, written as fast as possible and understood later. No foreign keys: mass events must not look an
-- organization up for each row. A day is dropped whole after 30 days, and with it every address and user agent.
create table inbox_events (
  organization_id uuid not null,
  received_on date not null,
  -- Made by the edge: the same event, written again after a doubtful answer, is the same row.
  id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('scan')),
  subject_id uuid not null,
  happened_at timestamptz not null,
  payload jsonb not null,
  drained_at timestamptz,
  -- Why the drain set it aside: marked as drained so that the rest goes on, and without effect.
  failure text check (char_length(failure) <= 500),
  primary key (organization_id, id, received_on)
) partition by range (received_on);
create index inbox_events_waiting on inbox_events (organization_id, id) where drained_at is null;
alter table inbox_events enable row level security;
alter table inbox_events force row level security;
create policy tenant on inbox_events to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, update, delete on inbox_events to waggle_app;
create policy edge on inbox_events for insert to waggle_edge with check (true);
grant insert on inbox_events to waggle_edge;
create policy sweep on inbox_events for select to waggle_sweep using (true);
grant select (organization_id, id, received_on, happened_at, drained_at) on inbox_events to waggle_sweep;
insert into partitioned_tables (name, keep_days) values ('inbox_events', 30);

-- What the inbox meant. No address and no user agent: those end with the inbox.
create table engagement_events (
  organization_id uuid not null,
  happened_at timestamptz not null,
  -- That of the inbox event.
  id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('scanned')),
  subject_id uuid not null,
  label text not null check (label in ('human', 'machine', 'unsure')),
  label_reason text not null check (char_length(label_reason) <= 60),
  rule_version smallint not null,
  -- Address and user agent under a salt of the day that is then forgotten.
  visitor bytea check (octet_length(visitor) = 16),
  -- The one event of this visitor that counts as a visitor of this subject on this day.
  first_of_day boolean not null,
  device text not null check (device in ('phone', 'tablet', 'desktop', 'other')),
  country text check (char_length(country) = 2),
  primary key (organization_id, happened_at, id)
) partition by range (happened_at);
create index engagement_events_subject on engagement_events (organization_id, subject_id, kind, happened_at);
create index engagement_events_visitor on engagement_events (organization_id, subject_id, visitor) where first_of_day;
alter table engagement_events enable row level security;
alter table engagement_events force row level security;
create policy tenant on engagement_events to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on engagement_events to waggle_app;
insert into partitioned_tables (name, keep_months) values ('engagement_events', 13);

-- Roll-ups; screens read these. An hour has slots so that no row is hot. A recount of engagement_events gives the same.
create table stat_hours (
  organization_id uuid not null,
  subject_id uuid not null,
  metric smallint not null,
  hour timestamptz not null,
  slot smallint not null default 0 check (slot between 0 and 15),
  client_id uuid,
  total bigint not null,
  primary key (organization_id, subject_id, metric, hour, slot)
) partition by range (hour);
alter table stat_hours enable row level security;
alter table stat_hours force row level security;
create policy tenant on stat_hours to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on stat_hours to waggle_app;
insert into partitioned_tables (name, keep_months) values ('stat_hours', 13);

-- The same by day of the organization's time zone, kept for ever, and cut by device and country.
create table stat_days (
  organization_id uuid not null,
  subject_id uuid not null,
  metric smallint not null,
  part text not null check (part in ('all', 'device', 'country')),
  day date not null,
  value text not null check (char_length(value) <= 20),
  client_id uuid,
  total bigint not null,
  primary key (organization_id, subject_id, metric, part, day, value)
);
alter table stat_days enable row level security;
alter table stat_days force row level security;
create policy tenant on stat_days to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on stat_days to waggle_app;

-- Forgotten after two days; without it nobody can tell whether two scans were one visitor. No tenant data.
create table visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
grant select, insert, delete on visitor_salts to waggle_app;

create function public.forget_engagement() returns trigger language plpgsql as $$
begin
  delete from inbox_events where organization_id = old.id;
  delete from engagement_events where organization_id = old.id;
  delete from stat_hours where organization_id = old.id;
  delete from stat_days where organization_id = old.id;
  return null;
end
$$;
create trigger forget_engagement after delete on organizations for each row execute function public.forget_engagement();

select keep_partitions();
