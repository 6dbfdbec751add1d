-- Partitions are made and dropped for one table in one transaction: whoever holds the locks of one table waits for no other,
-- so no request that writes both is ended by a deadlock. A new partition locks only the default partition, in which
-- hardly anybody has rows; writers of the table go on. A drop locks the table for a moment.
create function public.keep_partitions_of(table_name text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  old record;
  today timestamp := date_trunc('day', now() at time zone 'UTC');
  unit text;
  form text;
  keep interval;
  first timestamp;
  bounds text[];
  part text;
  rest text;
  partition_key text;
  waits boolean;
begin
  select * into strict kept from partitioned_tables where name = table_name;
  -- Workers that start at once would make the same partitions.
  perform pg_advisory_xact_lock(hashtextextended('keep_partitions', 0));
  unit := case when kept.keep_days is null then 'month' else 'day' end;
  form := case when kept.keep_days is null then 'YYYYMM' else 'YYYYMMDD' end;
  keep := case when kept.keep_days is null then make_interval(months => kept.keep_months) else make_interval(days => kept.keep_days) end;
  select attname into partition_key from pg_partitioned_table
    join pg_attribute on attrelid = partrelid and attnum = partattrs[0] where partrelid = to_regclass(format('public.%I', kept.name));
  rest := kept.name || '_default';
  if to_regclass(format('public.%I', rest)) is null then
    execute format('create table %I partition of %I default', rest, kept.name);
    execute format('alter table %I enable row level security', rest);
    execute format('alter table %I force row level security', rest);
    -- Row security holds for the owner too, which is who moves and deletes rows here.
    execute format('create policy upkeep on %I to current_user using (true)', rest);
  end if;

  for ahead in -1..(case when kept.keep_days is null then 3 else 7 end) loop
    first := date_trunc(unit, today) + ('1 ' || unit)::interval * ahead;
    part := kept.name || '_' || to_char(first, form);
    if to_regclass(format('public.%I', part)) is null then
      -- Midnight in UTC, whether the column is a date or a time.
      bounds := array[to_char(first, 'YYYY-MM-DD 00:00:00+00'), to_char(first + ('1 ' || unit)::interval, 'YYYY-MM-DD 00:00:00+00')];
      -- Before the rows move: a lock that grows from a delete's to this one meets a writer that waits the other way round.
      execute format('lock table %I in access exclusive mode', rest);
      execute format('create table %I (like %I including defaults including constraints)', part, kept.name);
      execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
        rest, partition_key, bounds[1], partition_key, bounds[2], part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', kept.name, part, bounds[1], bounds[2]);
      execute format('alter table %I enable row level security', part);
      execute format('alter table %I force row level security', part);
    end if;
  end loop;

  for old in
    select child.relname from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass(format('public.%I', kept.name)) and child.relname <> rest
      and right(child.relname, length(form)) < to_char(today - keep, form)
  loop
    -- In the order of whoever reads: first the table, then its partition.
    execute format('lock table only %I in access exclusive mode', kept.name);
    waits := false;
    if kept.name = 'inbox_events' then
      -- What somebody asked for or a provider said is kept until a worker has understood it, however long none ran.
      execute format('alter table %I no force row level security', old.relname);
      execute format('select exists (select from %I where drained_at is null and kind not in (''scan'', ''open'', ''click''))', old.relname) into waits;
      execute format('alter table %I force row level security', old.relname);
    end if;
    if not waits then
      execute format('drop table %I', old.relname);
    end if;
  end loop;
  execute format('delete from %I where %I < %L', rest, partition_key, to_char(date_trunc(unit, today - keep), 'YYYY-MM-DD 00:00:00+00'))
    || case when kept.name = 'inbox_events' then ' and (drained_at is not null or kind in (''scan'', ''open'', ''click''))' else '' end;
  if kept.name = 'inbox_events' then
    -- Of an edge whose clock is ahead: no address is kept until then.
    execute format('delete from %I where drained_at < %L', rest, now() - keep);
  end if;
end
$$;
revoke execute on function keep_partitions_of(text) from public;
grant execute on function keep_partitions_of(text) to waggle_app;

-- All tables in one transaction: for migrations, and for workers of the version before.
create or replace function public.keep_partitions() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
begin
  for kept in select name from partitioned_tables loop
    perform keep_partitions_of(kept.name);
  end loop;
end
$$;
