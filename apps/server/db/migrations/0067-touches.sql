-- What a known person did before they bought: the scan of a code, a form, the click on a link of an email.
create table contact_touches (
  organization_id uuid not null,
  contact_id uuid not null,
  happened_at timestamptz not null,
  -- Of the scan, the submission or the click.
  id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('scan', 'form', 'click')),
  -- The code, the form or the campaign.
  subject_id uuid not null,
  primary key (organization_id, contact_id, happened_at, id)
) partition by range (happened_at);
create index contact_touches_kind on contact_touches (organization_id, kind, happened_at, subject_id, contact_id);
alter table contact_touches enable row level security;
alter table contact_touches force row level security;
create policy tenant on contact_touches to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_touches to waggle_app;
insert into partitioned_tables (name, keep_months) values ('contact_touches', 13);
select public.keep_partitions();

-- Touches of the seven days before a purchase, each with its part of the amount by every model. A purchase without any has one row of the kind
-- none, so that the parts of every model add up to what was paid.
create table purchase_touches (
  organization_id uuid not null,
  purchase_id uuid not null,
  position smallint not null check (position > 0),
  client_id uuid,
  purchased_at timestamptz not null,
  kind text not null check (kind in ('scan', 'form', 'click', 'none')),
  subject_id uuid,
  touch_id uuid,
  touched_at timestamptz,
  last_amount bigint not null,
  first_amount bigint not null,
  linear_amount bigint not null,
  position_amount bigint not null,
  -- All of it on the first touch of each subject, and on the first of each kind: what people paid who touched it.
  subject_amount bigint not null,
  kind_amount bigint not null,
  primary key (organization_id, purchase_id, position),
  foreign key (organization_id, purchase_id) references purchases (organization_id, id) on delete cascade
);
create index purchase_touches_subject on purchase_touches (organization_id, subject_id, purchased_at desc, purchase_id);
alter table purchase_touches enable row level security;
alter table purchase_touches force row level security;
create policy tenant on purchase_touches to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on purchase_touches to waggle_app;

-- Their sums by source, by quarter of an hour and by day, both in UTC, as metric_totals has them. Without a subject: of a kind as a whole.
create table revenue_totals (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  kind text not null,
  subject_id uuid,
  unit text not null check (unit in ('quarter', 'day')),
  at timestamptz not null,
  last_amount bigint not null,
  first_amount bigint not null,
  linear_amount bigint not null,
  position_amount bigint not null,
  touched_amount bigint not null,
  touched_purchases bigint not null
);
create unique index revenue_totals_key on revenue_totals (organization_id, client_id, kind, unit, at, subject_id) nulls not distinct;
create index revenue_totals_subject on revenue_totals (organization_id, client_id, subject_id, unit, at) where subject_id is not null;
alter table revenue_totals set (fillfactor = 80);
alter table revenue_totals enable row level security;
alter table revenue_totals force row level security;
create policy tenant on revenue_totals to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on revenue_totals to waggle_app;

-- In the order of the key, so that writers never cross. Whoever is limited to a client writes the whole too.
create function public.total_revenue() returns trigger language plpgsql set app.client_id = '' as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into public.revenue_totals as known (organization_id, client_id, kind, subject_id, unit, at,
    last_amount, first_amount, linear_amount, position_amount, touched_amount, touched_purchases)
  select touched.organization_id, scope.client_id, touched.kind, source.subject_id, period.unit, period.at,
    sign * sum(touched.last_amount), sign * sum(touched.first_amount), sign * sum(touched.linear_amount), sign * sum(touched.position_amount),
    sign * sum(source.amount), sign * count(*) filter (where source.amount > 0)
  from changed touched
    -- An organization that is being deleted may be gone before its rows.
    join public.organizations existing on existing.id = touched.organization_id
    cross join lateral (select null::uuid as client_id union select touched.client_id) scope
    cross join lateral (
      select touched.subject_id, touched.subject_amount as amount where touched.subject_id is not null
      union all select null, touched.kind_amount
    ) source
    cross join lateral public.periods_of(touched.purchased_at) period
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 5, 6, 4
  on conflict (organization_id, client_id, kind, unit, at, subject_id) do update set
    last_amount = known.last_amount + excluded.last_amount, first_amount = known.first_amount + excluded.first_amount,
    linear_amount = known.linear_amount + excluded.linear_amount, position_amount = known.position_amount + excluded.position_amount,
    touched_amount = known.touched_amount + excluded.touched_amount, touched_purchases = known.touched_purchases + excluded.touched_purchases;
  return null;
end
$$;
create trigger total_added after insert on purchase_touches referencing new table as changed
  for each statement execute function public.total_revenue();
create trigger total_removed after delete on purchase_touches referencing old table as changed
  for each statement execute function public.total_revenue();

-- Finds the touches of purchases anew and shares the amounts among them. Of a person who was erased, and of what is older than touches are kept,
-- the touches stay as they were found, and only the shares follow the amount.
create function public.attribute_purchases(organization uuid, chosen uuid[]) returns void language plpgsql set app.client_id = '' as $$
declare
  kept public.purchase_touches[];
begin
  -- One writer at a time for each purchase, in the order of their ids.
  perform from public.purchases where organization_id = organization and id = any(chosen) order by id for no key update;
  select array_agg(touch) into kept from public.purchase_touches touch
    join public.purchases bought on bought.organization_id = touch.organization_id and bought.id = touch.purchase_id
    where touch.organization_id = organization and touch.purchase_id = any(chosen) and touch.kind <> 'none'
      and (bought.contact_id is null or bought.purchased_at <= now() - interval '12 months');
  delete from public.purchase_touches where organization_id = organization and purchase_id = any(chosen);

  with bought as materialized (
    select id, client_id, contact_id, amount, purchased_at, contact_id is not null and purchased_at > now() - interval '12 months' as is_open
    from public.purchases where organization_id = organization and id = any(chosen)
  ), found as (
    select bought.id, touch.id as touch_id, touch.kind, touch.subject_id, touch.happened_at as touched_at
    from bought cross join lateral (
      -- The last hundred: nobody is led to a shop by more, and a program may click thousands of times.
      select * from public.contact_touches before
      where before.organization_id = organization and before.contact_id = bought.contact_id
        and before.happened_at between bought.purchased_at - interval '7 days' and bought.purchased_at
      order by before.happened_at desc, before.id desc limit 100
    ) touch where bought.is_open
    union all
    select bought.id, case when bought.contact_id is not null then known.touch_id end, known.kind, known.subject_id, known.touched_at
    from bought join unnest(kept) known on known.purchase_id = bought.id where not bought.is_open
  ), placed as (
    select bought.*, found.touch_id, coalesce(found.kind, 'none') as kind, found.subject_id, found.touched_at,
      row_number() over way as place, count(*) over (partition by bought.id) as places,
      row_number() over (partition by bought.id order by found.kind = 'click' desc, found.kind = 'scan' desc, found.touched_at desc, found.touch_id desc) as from_last,
      row_number() over (partition by bought.id, found.kind, found.subject_id order by found.touched_at, found.touch_id) as of_subject,
      row_number() over (partition by bought.id, found.kind order by found.touched_at, found.touch_id) as of_kind
    from bought left join found on found.id = bought.id
    where bought.amount is not null
    window way as (partition by bought.id order by found.touched_at, found.touch_id)
  ), shares as (
    -- By the share of all up to here, less that of all before: rounded, they still add up to the amount.
    select *, place::numeric / places as linear_here, (place - 1)::numeric / places as linear_before,
      case when place = places then 1 when places = 2 then 0.5 else 0.4 + 0.2 * (place - 1) / (places - 2) end as position_here,
      case when place = 1 then 0 when places = 2 then 0.5 else 0.4 + 0.2 * (place - 2) / (places - 2) end as position_before
    from placed
  )
  insert into public.purchase_touches (organization_id, purchase_id, position, client_id, purchased_at, kind, subject_id, touch_id, touched_at,
    last_amount, first_amount, linear_amount, position_amount, subject_amount, kind_amount)
  select organization, id, place, client_id, purchased_at, kind, subject_id, touch_id, touched_at,
    case when from_last = 1 then amount else 0 end, case when place = 1 then amount else 0 end,
    round(amount * linear_here) - round(amount * linear_before), round(amount * position_here) - round(amount * position_before),
    case when of_subject = 1 then amount else 0 end, case when of_kind = 1 then amount else 0 end
  from shares;
end
$$;

-- 60: what was paid less what was given back, by when it was bought. 61: purchases of which something is left. Rows before and after are summed, never joined.
create function public.total_purchases() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(purchased_at), array_agg(-total))
    from before_change cross join lateral (values (60::smallint, amount), (61::smallint, sign(amount)::bigint)) line (metric, total)
    where amount is not null having count(*) > 0;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(purchased_at), array_agg(total))
    from after_change cross join lateral (values (60::smallint, amount), (61::smallint, sign(amount)::bigint)) line (metric, total)
    where amount is not null having count(*) > 0;
    perform public.attribute_purchases(organization_id, array_agg(id)) from after_change group by organization_id;
  end if;
  return null;
end
$$;
create trigger total_added after insert on purchases referencing new table as after_change
  for each statement execute function public.total_purchases();
create trigger total_changed after update on purchases referencing old table as before_change new table as after_change
  for each statement execute function public.total_purchases();
create trigger total_removed after delete on purchases referencing old table as before_change
  for each statement execute function public.total_purchases();

-- A touch that is told late, that turns out to be a program's or that moves to another contact changes what led to purchases already there.
create function public.attribute_again() returns trigger language plpgsql set app.client_id = '' as $$
begin
  perform public.attribute_purchases(organization_id, array_agg(distinct id)) from (
    select bought.organization_id, bought.id from changed touch cross join lateral (
      select organization_id, id from public.purchases
      where organization_id = touch.organization_id and contact_id = touch.contact_id
        and purchased_at between touch.happened_at and touch.happened_at + interval '7 days'
      -- Keeps the index in use whatever the planner expects of a new table.
      order by purchased_at
    ) bought
  ) touched group by organization_id;
  return null;
end
$$;
create trigger attribute_added after insert on contact_touches referencing new table as changed
  for each statement execute function public.attribute_again();
create trigger attribute_removed after delete on contact_touches referencing old table as changed
  for each statement execute function public.attribute_again();
