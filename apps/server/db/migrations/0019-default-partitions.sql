-- Every partitioned table gets a default partition: a row whose day or month has no partition yet, because no worker ran for
-- a week or an edge's clock is wrong, has a place and is not lost. Such rows move when their partition is made.
create or replace function public.keep_partitions() returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
  -- Workers that start at once would make the same partitions.
  perform pg_advisory_xact_lock(hashtextextended('keep_partitions', 0));
  for kept in select * from partitioned_tables loop
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
        -- In the order of whoever writes a row: the other way round, both would wait for ever.
        execute format('lock table only %I in access exclusive mode', kept.name);
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
  end loop;
end
$$;

select keep_partitions();
