-- A sequence is a campaign of several emails with waits between them. The automation behind it has its id; there is no key, since automations come
-- later in the list of features.
alter table campaigns
  -- In order: the step, the draft it is written as, and how long to wait before it.
  add column sequence json check (json_typeof(sequence) = 'array');
alter table campaigns add constraint campaigns_sequence check ((type = 'SEQUENCE') = (sequence is not null)) not valid;
-- What delivery looks for is without sequences: their emails are campaigns of their own.
grant select (type) on campaigns to waggle_sweep;

alter table automations
  -- Made by a campaign and changed by its calls alone. Not among the automations that people see.
  add column is_sequence boolean not null default false;

-- What is behind a sequence counts for the plan while people are inside, and not for how many automations there may be.
create or replace function public.count_automations() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.status in ('live', 'paused') then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.status in ('live', 'paused') then 1 else 0 end;
  own int := case when (case tg_op when 'DELETE' then old.is_sequence else new.is_sequence end) then 0 else 1 end;
begin
  if tg_op = 'INSERT' then
    insert into automation_totals as known (organization_id, automations, live) values (new.organization_id, own, is_now)
    on conflict (organization_id) do update set automations = known.automations + own, live = known.live + is_now;
  elsif tg_op = 'DELETE' then
    -- Not an upsert: when an organization is deleted, its counter may be gone before its automations.
    update automation_totals set automations = automations - own, live = live - was where organization_id = old.organization_id;
  elsif was <> is_now then
    update automation_totals set live = live + is_now - was where organization_id = new.organization_id;
  end if;
  return null;
end
$$;
