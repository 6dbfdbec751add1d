-- How much happened in an organization, and in each of its clients, by quarter of an hour and by day, both in UTC. A day, a month or a year of any
-- time zone begins with a quarter: a period is the days that lie in it and the quarters at its ends, whatever zone the organization has by then.
create table metric_totals (
  organization_id uuid not null references organizations on delete cascade,
  -- Null is the organization with all its clients.
  client_id uuid,
  -- What is counted: apps/server/src/features/engagement/metrics.ts.
  metric smallint not null,
  unit text not null check (unit in ('quarter', 'day')),
  -- When it begins.
  at timestamptz not null,
  total bigint not null
);
create unique index metric_totals_key on metric_totals (organization_id, client_id, metric, unit, at) nulls not distinct;
alter table metric_totals set (fillfactor = 80);
alter table metric_totals enable row level security;
alter table metric_totals force row level security;
create policy tenant on metric_totals to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on metric_totals to waggle_app;

-- Adds to the client and to the whole, in the order of the key, so that writers never cross. Whoever is limited to a client writes the whole too.
create function public.add_totals(organizations uuid[], clients uuid[], metrics smallint[], moments timestamptz[], totals bigint[]) returns void
language plpgsql set app.client_id = '' as $$
begin
  insert into public.metric_totals as known (organization_id, client_id, metric, unit, at, total)
  select added.organization_id, scope.client_id, added.metric, period.unit, period.at, sum(added.total)
  from unnest(organizations, clients, metrics, moments, totals) added (organization_id, client_id, metric, moment, total)
    -- An organization that is being deleted may be gone before its rows.
    join public.organizations existing on existing.id = added.organization_id
    cross join lateral (select null::uuid as client_id union select added.client_id) scope
    cross join lateral public.periods_of(added.moment) period
  group by 1, 2, 3, 4, 5 having sum(added.total) <> 0 order by 1, 2, 3, 4, 5
  on conflict (organization_id, client_id, metric, unit, at) do update set total = known.total + excluded.total;
end
$$;

-- 40: contacts that exist, by when they came. 41: one more when somebody comes, one less when somebody is deleted. 42 and 43: who can be mailed
-- from then on, and who not any more. After the counters of contacts, whose row puts the writers of an organization in order.
create function public.total_added_contacts() returns trigger language plpgsql as $$
begin
  perform public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total))
  from (
    select organization_id, client_id, line.metric::smallint, at, line.total from (
      select organization_id, client_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00') as at, count(*) as people,
        count(*) filter (where status in ('active', 'lead')) as mailable
      from added group by 1, 2, 3
    ) came cross join lateral (values (40, people), (41, people), (42, mailable)) line (metric, total)
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_added after insert on contacts referencing new table as added
  for each statement execute function public.total_added_contacts();

create function public.total_removed_contacts() returns trigger language plpgsql as $$
begin
  perform public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total))
  from (
    select organization_id, client_id, 40::smallint as metric, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00') as at, -count(*) as total
    from removed group by 1, 2, 4
    union all select organization_id, client_id, 41::smallint, now(), -count(*) from removed group by 1, 2
    union all select organization_id, client_id, 43::smallint, now(), count(*) from removed where status in ('active', 'lead') group by 1, 2
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_removed after delete on contacts referencing old table as removed
  for each statement execute function public.total_removed_contacts();

-- Rows before and after are never joined: the plan is made for the first few statements, and a plan for one row takes hours for a hundred thousand.
create function public.total_changed_contacts() returns trigger language plpgsql as $$
begin
  -- Most edits change nothing that is counted here.
  if not exists (
    select organization_id, client_id, created_at, status in ('active', 'lead'), count(*) from after_change group by 1, 2, 3, 4
    except select organization_id, client_id, created_at, status in ('active', 'lead'), count(*) from before_change group by 1, 2, 3, 4
  ) then
    return null;
  end if;

  perform public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total))
  from (
    with changed as materialized (
      select organization_id, id, (array_agg(client_id) filter (where is_after))[1] as client_id, (array_agg(client_id) filter (where not is_after))[1] as old_client_id,
        max(created_at) filter (where is_after) as created_at, max(created_at) filter (where not is_after) as old_created_at,
        bool_or(mailable) filter (where is_after) as mailable, bool_or(mailable) filter (where not is_after) as was_mailable
      from (
        select organization_id, id, client_id, created_at, status in ('active', 'lead') as mailable, true as is_after from after_change
        union all select organization_id, id, client_id, created_at, status in ('active', 'lead'), false from before_change
      ) sides group by 1, 2
    )
    select organization_id, client_id, case when mailable then 42 else 43 end::smallint as metric, now() as at, count(*) as total
    from changed where mailable <> was_mailable group by 1, 2, 3
    union all
    -- Who is moved to another client takes along what is known of them, as if they had always been there. Only the demo moves contacts in time.
    select moved.organization_id, side.client_id, line.metric::smallint, date_bin('15 minutes', side.at, timestamptz '2000-01-01 00:00:00+00'), sum(side.by)
    from changed moved
      cross join lateral (values (moved.client_id, moved.created_at, 1), (moved.old_client_id, moved.old_created_at, -1)) side (client_id, at, by)
      cross join lateral (values (40), (41), (case when moved.was_mailable then 42 end)) line (metric)
    where line.metric is not null and (moved.created_at <> moved.old_created_at or moved.client_id is distinct from moved.old_client_id)
    group by 1, 2, 3, 4
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_changed after update on contacts referencing old table as before_change new table as after_change
  for each statement execute function public.total_changed_contacts();

-- 44: one more when strangers can fill in a form, one less when they cannot any more. 45: the same for campaigns that are being sent or wait for it.
create function public.total_active_forms() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.is_active and old.published_version is not null then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.is_active and new.published_version is not null then 1 else 0 end;
  form forms := case tg_op when 'DELETE' then old else new end;
begin
  if was <> is_now then
    perform public.add_totals(array[form.organization_id], array[form.client_id], array[44::smallint], array[now()], array[is_now - was]::bigint[]);
  end if;
  return null;
end
$$;
create trigger total_active after insert or update of is_active, published_version or delete on forms
  for each row execute function public.total_active_forms();

create function public.total_active_campaigns() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.status = 'ACTIVE' and old.deleted_at is null then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.status = 'ACTIVE' and new.deleted_at is null then 1 else 0 end;
  campaign campaigns := case tg_op when 'DELETE' then old else new end;
begin
  if was <> is_now and campaign.contact_id is null then
    perform public.add_totals(array[campaign.organization_id], array[campaign.client_id], array[45::smallint], array[now()], array[is_now - was]::bigint[]);
  end if;
  return null;
end
$$;
create trigger total_active after insert or update of status, deleted_at or delete on campaigns
  for each row execute function public.total_active_campaigns();

-- What is there already, as far as it is known: who can be mailed now could since they came, and nothing is known of who left.
select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total))
from (
  select organization_id, client_id, line.metric::smallint as metric, at, line.total from (
    select organization_id, client_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00') as at, count(*) as people,
      count(*) filter (where status in ('active', 'lead')) as mailable
    from contacts group by 1, 2, 3
  ) came cross join lateral (values (40, people), (41, people), (42, mailable)) line (metric, total)
  union all
  select organization_id, client_id, 44::smallint, created_at, 1 from forms where is_active and published_version is not null
  union all
  select organization_id, client_id, 45::smallint, created_at, 1 from campaigns where status = 'ACTIVE' and deleted_at is null and contact_id is null
) lines having count(*) > 0;
