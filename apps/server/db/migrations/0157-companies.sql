-- Where a contact works, as it was typed.
alter table contacts
  add column company text,
  -- What two spellings of one company have in common; empty where there is none. Not generated: that would write every contact anew under a lock.
  add column company_key text not null default '';
alter table contacts add constraint contacts_company_check check (char_length(company) between 1 and 120) not valid;

-- Small letters without any spaces, behind a sign: lists put whoever has no company last both ways, '' from below and '2' from above.
create function public.company_key_of(company text) returns text language sql immutable parallel safe as $$
  select coalesce('1' || nullif(translate(lower(company), U&' \00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000', ''), ''), '')
$$;

create function public.keep_company_key() returns trigger language plpgsql as $$
begin
  new.company_key := public.company_key_of(new.company);
  return new;
end
$$;
create trigger keep_company_key_added before insert on contacts
  for each row when (new.company is not null) execute function public.keep_company_key();
create trigger keep_company_key_changed before update of company on contacts
  for each row when (old.company is distinct from new.company) execute function public.keep_company_key();

-- How many contacts of each client have a company written in one way, and how many of them can be mailed. A company is the rows with one key. When one of
-- them was last active is asked by index: kept here, every open and every step of an automation would write the row of a company that thousands share.
create table contact_companies (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  company_key text not null check (char_length(company_key) between 1 and 500),
  name text not null check (char_length(name) between 1 and 120),
  contacts bigint not null,
  mailable bigint not null,
  -- The same for all rows of a company: what breaks ties in a list of companies. Of version 8, which is free to its maker.
  id uuid not null generated always as (overlay(overlay(md5(company_key) placing '8' from 13) placing '8' from 17)::uuid) stored,
  -- What it is searched in: neither accents nor signs.
  folded text not null generated always as (replace(public.folded(substr(company_key, 2)), ' ', '')) stored
);
create unique index contact_companies_spelling on contact_companies (organization_id, client_id, company_key, name) nulls not distinct;
create index contact_companies_key on contact_companies (organization_id, company_key, name);
-- No figure is in an index, so that an update stays on its page.
alter table contact_companies set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table contact_companies enable row level security;
alter table contact_companies force row level security;
create policy tenant on contact_companies to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_companies to waggle_app;

-- What one statement changed of each spelling. Upserts find their row by the key whatever the planner knows, and are in its order, so that writers never cross.
create function public.add_companies(
  organizations uuid[], clients uuid[], keys text[], names text[], people bigint[], able bigint[]
) returns void language plpgsql set enable_seqscan = off as $$
begin
  insert into contact_companies as known (organization_id, client_id, company_key, name, contacts, mailable)
  select changed.organization_id, changed.client_id, changed.company_key, changed.name, changed.people, changed.able
  from unnest(organizations, clients, keys, names, people, able)
    changed (organization_id, client_id, company_key, name, people, able)
    -- An organization that is being deleted may be gone before its rows.
    join organizations existing on existing.id = changed.organization_id
  order by 1, 2, 3, 4
  on conflict (organization_id, client_id, company_key, name) do update
    set contacts = known.contacts + excluded.contacts, mailable = known.mailable + excluded.mailable;

  -- Their rows are held by now, so what is read here is what holds.
  delete from contact_companies known
  using unnest(organizations, clients, keys, names, people) changed (organization_id, client_id, company_key, name, people)
  where changed.people < 0 and known.organization_id = changed.organization_id and known.company_key = changed.company_key
    and known.name = changed.name and known.client_id is not distinct from changed.client_id and known.contacts <= 0;
end
$$;

-- These come after the counters of contacts by name, whose row puts the writers of an organization in order. Contacts without a company cost one look.
create function public.total_added_companies() returns trigger language plpgsql as $$
begin
  perform public.add_companies(array_agg(organization_id), array_agg(client_id), array_agg(company_key), array_agg(company), array_agg(people),
    array_agg(able))
  from (
    select organization_id, client_id, company_key, company, count(*) as people, count(*) filter (where status in ('active', 'lead')) as able
    from added where company_key <> '' group by 1, 2, 3, 4
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_companies_added after insert on contacts referencing new table as added
  for each statement execute function public.total_added_companies();

create function public.total_removed_companies() returns trigger language plpgsql as $$
begin
  perform public.add_companies(array_agg(organization_id), array_agg(client_id), array_agg(company_key), array_agg(company), array_agg(-people),
    array_agg(-able))
  from (
    select organization_id, client_id, company_key, company, count(*) as people, count(*) filter (where status in ('active', 'lead')) as able
    from removed where company_key <> '' group by 1, 2, 3, 4
  ) lines having count(*) > 0;
  return null;
end
$$;
create trigger total_companies_removed after delete on contacts referencing old table as removed
  for each statement execute function public.total_removed_companies();

-- Rows before and after are never joined: the plan is made for the first few statements, and a plan for one row takes hours for a hundred thousand.
create function public.total_changed_companies() returns trigger language plpgsql as $$
begin
  if not exists (select from after_change where company_key <> '') and not exists (select from before_change where company_key <> '') then
    return null;
  end if;

  perform public.add_companies(array_agg(organization_id), array_agg(client_id), array_agg(company_key), array_agg(company), array_agg(people),
    array_agg(able))
  from (
    select organization_id, client_id, company_key, company, sum(step)::bigint as people, sum(case when mailable then step else 0 end)::bigint as able
    from (
      select organization_id, client_id, company_key, company, status in ('active', 'lead') as mailable, 1 as step from after_change
      union all select organization_id, client_id, company_key, company, status in ('active', 'lead'), -1 from before_change
    ) sides where company_key <> '' group by 1, 2, 3, 4
  ) lines where people <> 0 or able <> 0 having count(*) > 0;
  return null;
end
$$;
create trigger total_companies_changed after update on contacts referencing old table as before_change new table as after_change
  for each statement execute function public.total_changed_companies();
