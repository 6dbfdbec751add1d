-- How many forms an organization has, and how many of them strangers can fill in. Kept by triggers, because whoever is limited to one
-- client does not see the others; and since a writer holds the row until it commits, a limit cannot be raced past.
create table form_counts (
  organization_id uuid primary key references organizations on delete cascade,
  forms int not null default 0,
  active int not null default 0
);
alter table form_counts enable row level security;
alter table form_counts force row level security;
create policy tenant on form_counts to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on form_counts to waggle_app;
insert into form_counts (organization_id, forms, active)
select organization_id, count(*), count(*) filter (where is_active and published_version is not null) from forms group by 1;

create function public.count_forms() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.is_active and old.published_version is not null then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.is_active and new.published_version is not null then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    insert into form_counts as known (organization_id, forms, active) values (new.organization_id, 1, is_now)
    on conflict (organization_id) do update set forms = known.forms + 1, active = known.active + is_now;
  elsif tg_op = 'DELETE' then
    -- Not an upsert: when an organization is deleted, its counter may be gone before its forms.
    update form_counts set forms = forms - 1, active = active - was where organization_id = old.organization_id;
  elsif was <> is_now then
    update form_counts set active = active + is_now - was where organization_id = new.organization_id;
  end if;
  return null;
end
$$;
create trigger count_forms after insert or update of is_active, published_version or delete on forms
  for each row execute function public.count_forms();
