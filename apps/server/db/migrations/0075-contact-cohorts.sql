-- How many contacts came in a month, and how many of them could be mailed from a month on, less those who could not any more. The sum of a month
-- of arrival up to another month is how many of its contacts could be mailed when that ended. Months of UTC: a change of the organization's
-- time zone cannot move what is known of contacts that are deleted.
create table contact_cohorts (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  -- The first day of the month they came in, and of the month something changed in.
  came date not null,
  month date not null,
  -- Also of those who were deleted since. Counted in the month they came.
  people bigint not null,
  mailable bigint not null
);
create unique index contact_cohorts_key on contact_cohorts (organization_id, client_id, came, month) nulls not distinct;
alter table contact_cohorts set (fillfactor = 80);
alter table contact_cohorts enable row level security;
alter table contact_cohorts force row level security;
create policy tenant on contact_cohorts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_cohorts to waggle_app;

create function public.month_of(moment timestamptz) returns date language sql immutable parallel safe
return date_trunc('month', moment at time zone 'UTC')::date;

-- In the order of the key, so that writers never cross.
create function public.add_cohorts(organizations uuid[], clients uuid[], arrivals date[], months date[], people bigint[], mailable bigint[]) returns void
language sql set app.client_id = '' as $$
  insert into public.contact_cohorts as known (organization_id, client_id, came, month, people, mailable)
  select added.organization_id, added.client_id, added.came, added.month, sum(added.people), sum(added.mailable)
  from unnest(organizations, clients, arrivals, months, people, mailable) added (organization_id, client_id, came, month, people, mailable)
    -- An organization that is being deleted may be gone before its rows.
    join public.organizations existing on existing.id = added.organization_id
  group by 1, 2, 3, 4 having sum(added.people) <> 0 or sum(added.mailable) <> 0 order by 1, 2, 3, 4
  on conflict (organization_id, client_id, came, month)
    do update set people = known.people + excluded.people, mailable = known.mailable + excluded.mailable;
$$;

create function public.cohorts_of_added_contacts() returns trigger language plpgsql as $$
declare
  -- Whoever comes back by undo of a deletion was counted when they came, and can be mailed again from now on.
  is_restored boolean := coalesce(current_setting('app.restoring', true), '') = 'on';
begin
  perform public.add_cohorts(array_agg(organization_id), array_agg(client_id), array_agg(came),
    array_agg(case when is_restored then public.month_of(now()) else came end), array_agg(case when is_restored then 0 else people end), array_agg(mailable))
  from (
    select organization_id, client_id, public.month_of(created_at) as came, count(*) as people,
      count(*) filter (where status in ('active', 'lead')) as mailable
    from added group by 1, 2, 3
  ) lines having count(*) > 0;
  return null;
end
$$;
-- The name puts it after the counters of contacts, whose row puts the writers of an organization in order.
create trigger total_cohorts_added after insert on contacts referencing new table as added
  for each statement execute function public.cohorts_of_added_contacts();

create function public.cohorts_of_removed_contacts() returns trigger language plpgsql as $$
begin
  perform public.add_cohorts(array_agg(organization_id), array_agg(client_id), array_agg(came), array_agg(public.month_of(now())), array_agg(0::bigint), array_agg(-mailable))
  from (
    select organization_id, client_id, public.month_of(created_at) as came, count(*) as mailable
    from removed where status in ('active', 'lead') group by 1, 2, 3
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_cohorts_removed after delete on contacts referencing old table as removed
  for each statement execute function public.cohorts_of_removed_contacts();

-- Rows before and after are never joined: the plan is made for the first few statements, and a plan for one row takes hours for a hundred thousand.
create function public.cohorts_of_changed_contacts() returns trigger language plpgsql as $$
begin
  -- Most edits change nothing that is counted here.
  if not exists (
    select organization_id, client_id, created_at, status in ('active', 'lead'), count(*) from after_change group by 1, 2, 3, 4
    except select organization_id, client_id, created_at, status in ('active', 'lead'), count(*) from before_change group by 1, 2, 3, 4
  ) then
    return null;
  end if;

  perform public.add_cohorts(array_agg(organization_id), array_agg(client_id), array_agg(came), array_agg(month), array_agg(people), array_agg(mailable))
  from (
    with changed as materialized (
      select organization_id, id, (array_agg(client_id) filter (where is_after))[1] as client_id, (array_agg(client_id) filter (where not is_after))[1] as old_client_id,
        max(came) filter (where is_after) as came, max(came) filter (where not is_after) as old_came,
        bool_or(mailable) filter (where is_after) as mailable, bool_or(mailable) filter (where not is_after) as was_mailable
      from (
        select organization_id, id, client_id, public.month_of(created_at) as came, status in ('active', 'lead') as mailable, true as is_after from after_change
        union all select organization_id, id, client_id, public.month_of(created_at), status in ('active', 'lead'), false from before_change
      ) sides group by 1, 2
    )
    select organization_id, client_id, came, public.month_of(now()) as month, 0::bigint as people,
      sum(case when mailable then 1 else -1 end)::bigint as mailable
    from changed where mailable <> was_mailable group by 1, 2, 3
    union all
    -- Who is moved to another client counts there as if they had always been there.
    select moved.organization_id, side.client_id, side.came, side.came, sum(side.by), sum(case when moved.was_mailable then side.by else 0 end)
    from changed moved
      cross join lateral (values (moved.client_id, moved.came, 1), (moved.old_client_id, moved.old_came, -1)) side (client_id, came, by)
    where moved.came <> moved.old_came or moved.client_id is distinct from moved.old_client_id
    group by 1, 2, 3
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_cohorts_changed after update on contacts referencing old table as before_change new table as after_change
  for each statement execute function public.cohorts_of_changed_contacts();

-- What is there already. Who cannot be mailed any more left when their last opt-out or bounce of the last 13 months is known, else before they came
-- to count. Of contacts that were deleted nothing is known.
select public.add_cohorts(array_agg(organization_id), array_agg(client_id), array_agg(came), array_agg(month), array_agg(people), array_agg(mailable))
from (
  select organization_id, client_id, public.month_of(created_at) as came, public.month_of(created_at) as month, count(*) as people,
    count(*) filter (where status in ('active', 'lead') or departure.at is not null) as mailable
  from contacts left join lateral (
    select max(happened_at) as at from contact_activity
    where contacts.status not in ('active', 'lead') and contact_activity.organization_id = contacts.organization_id
      and contact_activity.contact_id = contacts.id and happened_at >= contacts.created_at
      and type in ('email.unsubscribed', 'email.bounced', 'email.complained')
  ) departure on true
  group by 1, 2, 3
  union all
  select contacts.organization_id, contacts.client_id, public.month_of(contacts.created_at), public.month_of(departure.at), 0, -count(*)
  from contacts cross join lateral (
    select max(happened_at) as at from contact_activity
    where contact_activity.organization_id = contacts.organization_id
      and contact_activity.contact_id = contacts.id and happened_at >= contacts.created_at
      and type in ('email.unsubscribed', 'email.bounced', 'email.complained')
  ) departure
  where contacts.status not in ('active', 'lead') and departure.at is not null
  group by 1, 2, 3, 4
) lines having count(*) > 0;
