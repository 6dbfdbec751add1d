-- News for later features, written in the transaction that made it true. Month partitions: a delivered month is
-- dropped whole, nothing is deleted row by row.
create table outbox_events (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  created_at timestamptz not null default now(),
  name text not null check (char_length(name) <= 100),
  payload jsonb not null,
  delivered_at timestamptz,
  primary key (organization_id, id, created_at)
) partition by range (created_at);
create index outbox_events_waiting on outbox_events (organization_id, id) where delivered_at is null;
alter table outbox_events enable row level security;
alter table outbox_events force row level security;
create policy tenant on outbox_events to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on outbox_events to waggle_app;

-- One row for each event a subscriber has taken in, written with the subscriber's own work: acting twice is impossible.
create table outbox_deliveries (
  organization_id uuid not null references organizations on delete cascade,
  event_id uuid not null,
  event_created_at timestamptz not null,
  subscriber text not null check (char_length(subscriber) <= 100),
  delivered_at timestamptz not null default now(),
  primary key (organization_id, event_id, subscriber, event_created_at)
) partition by range (event_created_at);
alter table outbox_deliveries enable row level security;
alter table outbox_deliveries force row level security;
create policy tenant on outbox_deliveries to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert on outbox_deliveries to waggle_app;

-- Which tables are cut by month, and how many months are kept. Later features add their own rows.
create table partitioned_tables (
  name text primary key,
  keep_months int not null check (keep_months >= 1)
);
insert into partitioned_tables values ('outbox_events', 2), ('outbox_deliveries', 2);
grant select on partitioned_tables to waggle_app;

-- The application's role owns nothing and cannot create a partition; it may only ask for this upkeep. It runs as the
-- owner, takes no argument, touches no tenant row and works through the list above.
create function public.keep_partitions() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  old record;
  month date;
begin
  for kept in select * from partitioned_tables loop
    for ahead in -1..3 loop
      month := date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => ahead);
      if to_regclass(format('public.%I', kept.name || '_' || to_char(month, 'YYYYMM'))) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          kept.name || '_' || to_char(month, 'YYYYMM'), kept.name, month::timestamp at time zone 'UTC',
          (month + interval '1 month') at time zone 'UTC');
        execute format('alter table %I enable row level security', kept.name || '_' || to_char(month, 'YYYYMM'));
        execute format('alter table %I force row level security', kept.name || '_' || to_char(month, 'YYYYMM'));
      end if;
    end loop;
    for old in
      select child.relname from pg_inherits
      join pg_class child on child.oid = inhrelid
      where inhparent = to_regclass(format('public.%I', kept.name))
        and right(child.relname, 6) < to_char(now() at time zone 'UTC' - make_interval(months => kept.keep_months), 'YYYYMM')
    loop
      execute format('drop table %I', old.relname);
    end loop;
  end loop;
end
$$;
revoke execute on function keep_partitions() from public;
grant execute on function keep_partitions() to waggle_app;
select keep_partitions();
