-- The tables of 0003 have been in no release, so nobody waits for these locks.
-- squawk-ignore-file ban-drop-column, adding-field-with-default, require-concurrent-index-creation, adding-not-nullable-field, require-concurrent-index-deletion
-- gin over (organization, words): a search reads the postings of its own organization only. Trusted: the owner of a database may add it.
create extension if not exists btree_gin;
-- levenshtein_less_equal(): how many letters were mistyped.
create extension if not exists fuzzystrmatch;
-- Nothing compares trigrams any more.
drop extension pg_trgm;

-- Small letters without accents, with spaces for the signs of names, addresses and numbers. Text without accents, which is
-- most of it, goes through `replace`: `translate` with as many signs takes five times as long.
create function public.folded(content text) returns text language sql immutable parallel safe as $$
  select case when octet_length(content) = char_length(content)
    then replace(replace(replace(replace(replace(replace(replace(replace(lower(content), '.', ' '), '@', ' '), '-', ' '), '_', ' '), '+', ' '), '''', ' '), '(', ' '), ')', ' ')
    else translate(lower(content),
      'áàâäãåāąéèêëēęíìîïīóòôöõøōúùûüūýÿñńçćčšśžźżłđðğ.@-_+''()’',
      'aaaaaaaaeeeeeeiiiiiooooooouuuuuyynncccsszzzlddg         ') end
$$;

-- A text as the words a person would look for.
create function public.words_in(content text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(public.folded(content), ' '), '')
$$;

-- What a contact is found by: its words, and its full name and the name in its address as one word each (petra_haas,
-- haas_petra, petra_haas_77). Two common words are many rows each; the two of them as one are the few somebody looks for.
-- Names begin with the end of the organization's id: reading all postings of a million contacts beside them takes 7 ms.
-- Folded once as lines, since this runs for every contact written: it takes no longer than the words alone did.
create function public.contact_words_of(organization_id uuid, first_name text, last_name text, email text, phone text, phone_e164 text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  lines text := coalesce(first_name, '') || E'\n' || coalesce(last_name, '') || E'\n' || replace(email, '@', E'\n') || ' ' || coalesce(phone, '')
    || ' ' || coalesce(phone_e164, '') || ' ' || coalesce(right(phone_e164, 10), '') || ' ' || coalesce(right(phone_e164, 7), '');
  first text[];
  last text[];
  local text[];
  mark text := right(organization_id::text, 8);
begin
  lines := public.folded(lines);
  first := array_remove(string_to_array(split_part(lines, E'\n', 1), ' '), '');
  last := array_remove(string_to_array(split_part(lines, E'\n', 2), ' '), '');
  local := array_remove(string_to_array(split_part(lines, E'\n', 3), ' '), '');
  return array_to_tsvector(first || last || local || array_remove(string_to_array(split_part(lines, E'\n', 4), ' ')
    || array[array_to_string(mark || first || last, '_'), array_to_string(mark || last || first, '_'), array_to_string(mark || local, '_')], ''));
end
$$;

-- The client wall as a case: planners take an `or` over settings for a rare thing (1 row in 200), and would sort a million
-- contacts where an index has them in order. A case counts as half of the rows. The settings are read in subqueries, once for
-- each statement: read for each row they took a third of the time of counting a million.
alter policy tenant on contacts
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
alter policy tenant on tags
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
alter policy tenant on contact_tags
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
alter policy tenant on contact_activity
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );

alter table contacts
  add column phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{4,14}$'),
  add column attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  -- Caches of the latest row in consents.
  add column email_consent text not null default 'none' check (email_consent in ('none', 'implied', 'granted', 'confirmed', 'withdrawn')),
  add column sms_consent text not null default 'none' check (sms_consent in ('none', 'implied', 'granted', 'confirmed', 'withdrawn')),
  -- In no index, so that noting an open or a click moves no index entry.
  add column last_activity_at timestamptz not null default now(),
  -- The import that created the contact, and with it the consent stated for the whole file.
  add column import_id uuid,
  drop column search_text,
  add column search_words tsvector not null generated always as (
    public.contact_words_of(organization_id, first_name, last_name, email, phone, phone_e164)
  ) stored;
create index contacts_import on contacts (organization_id, import_id, id) where import_id is not null;
create index contacts_search on contacts using gin (organization_id, search_words);

-- Behind a policy only leakproof operators reach an index, and `@@` is not leakproof: waggle_app would read a million
-- rows for one name. This function looks for it in the index. It belongs to a role that can read nothing but the four
-- columns it needs, takes the tenant from the same settings as the policies, and returns ids alone; the rows are then
-- read through the wall like any others.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waggle_search') then
    create role waggle_search nologin;
  end if;
end
$$;
grant waggle_search to current_user;
grant usage, create on schema public to waggle_search;
grant select (organization_id, client_id, id, search_words) on contacts to waggle_search;
create policy search on contacts for select to waggle_search using (true);

create function public.contact_matches(words tsquery, most int) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  -- Executed as text, so that every search gets a plan of its own. Materialized, so that a planner asked for a few of
  -- them does not look through all contacts until it has met as many. A name carries its organization already: there
  -- the organization is compared with the rows found, by an operator that no index knows.
  return query execute format(
    'with found as materialized (
       select id from contacts where organization_id %s $1 and ($2 is null or client_id = $2) and search_words @@ $3
     ) select id from found limit $4',
    case when words::text like '''' || right(current_setting('app.organization_id', true), 8) || '\_%' then 'is not distinct from' else '=' end)
    using nullif(current_setting('app.organization_id', true), '')::uuid, nullif(current_setting('app.client_id', true), '')::uuid, words, most;
end
$$;
revoke all on function public.contact_matches(tsquery, int) from public;
grant execute on function public.contact_matches(tsquery, int) to waggle_app;
alter function public.contact_matches(tsquery, int) owner to waggle_search;
revoke create on schema public from waggle_search;

-- Every word names are made of, once for each organization: a mistyped one is compared with these, not with a million rows.
create table contact_words (
  organization_id uuid not null references organizations on delete cascade,
  word text not null check (char_length(word) <= 100),
  primary key (organization_id, word)
);
alter table contact_words enable row level security;
alter table contact_words force row level security;
create policy tenant on contact_words to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, delete on contact_words to waggle_app;
create function public.learn_words() returns trigger language plpgsql as $$
begin
  insert into contact_words (organization_id, word)
  select distinct organization_id, unnest(public.words_in(name_folded))
  from (select distinct organization_id, name_folded from known where name_folded <> '') names order by 1, 2
  on conflict do nothing;
  return null;
end
$$;
create trigger learn_added after insert on contacts referencing new table as known
  for each statement execute function public.learn_words();
create trigger learn_changed after update on contacts referencing new table as known
  for each statement execute function public.learn_words();

-- How many contacts there are of each kind, for lists and badges: counting a million rows takes 60 ms, reading this takes none.
create table contact_tallies (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  status text not null,
  source text not null,
  contacts bigint not null check (contacts >= 0)
);
create unique index contact_tallies_kind on contact_tallies (organization_id, client_id, status, source) nulls not distinct;
alter table contact_tallies enable row level security;
alter table contact_tallies force row level security;
create policy tenant on contact_tallies to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update on contact_tallies to waggle_app;
insert into contact_tallies select organization_id, client_id, status, source, count(*) from contacts group by 1, 2, 3, 4;

-- Copied from the contact, so that those with a tag stand in an index in the order of the list; it never changes.
alter table contact_tags add column contact_created_at timestamptz;
update contact_tags link set contact_created_at = contact.created_at from contacts contact
  where contact.organization_id = link.organization_id and contact.id = link.contact_id;
alter table contact_tags alter column contact_created_at set not null;
drop index contact_tags_tag;
create index contact_tags_tag on contact_tags (organization_id, tag_id, contact_created_at, contact_id);

-- How many contacts have a tag.
create table tag_counts (
  organization_id uuid not null references organizations on delete cascade,
  tag_id uuid not null,
  client_id uuid,
  contacts bigint not null check (contacts >= 0),
  primary key (organization_id, tag_id),
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
alter table tag_counts enable row level security;
alter table tag_counts force row level security;
create policy tenant on tag_counts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update on tag_counts to waggle_app;
insert into tag_counts select organization_id, tag_id, client_id, count(*) from contact_tags group by 1, 2, 3;

-- The plan's counter comes first in each of these: its row is the lock that puts the writers of one organization in order.
create or replace function public.count_added_contacts() returns trigger language plpgsql as $$
begin
  insert into contact_counts as known (organization_id, counted)
  select organization_id, count(*) filter (where status in ('active', 'lead')) from added group by organization_id
  on conflict (organization_id) do update set counted = known.counted + excluded.counted;

  insert into contact_tallies as known (organization_id, client_id, status, source, contacts)
  select organization_id, client_id, status, source, count(*) from added group by 1, 2, 3, 4
  on conflict (organization_id, client_id, status, source) do update set contacts = known.contacts + excluded.contacts;
  return null;
end
$$;

-- Not upserts: when an organization is deleted, its counters may be gone before its contacts.
create or replace function public.count_removed_contacts() returns trigger language plpgsql as $$
begin
  update contact_counts as known set counted = known.counted - gone.contacts
  from (select organization_id, count(*) filter (where status in ('active', 'lead')) as contacts from removed group by organization_id) gone
  where known.organization_id = gone.organization_id;

  update contact_tallies as known set contacts = known.contacts - gone.contacts
  from (select organization_id, client_id, status, source, count(*) as contacts from removed group by 1, 2, 3, 4) gone
  where known.organization_id = gone.organization_id and known.client_id is not distinct from gone.client_id
    and known.status = gone.status and known.source = gone.source;
  return null;
end
$$;

create or replace function public.count_changed_contacts() returns trigger language plpgsql as $$
begin
  -- Most edits move nobody from one kind to another, and must not wait for each other.
  if not exists (
    select organization_id, client_id, status, source, count(*) from after_change group by 1, 2, 3, 4
    except select organization_id, client_id, status, source, count(*) from before_change group by 1, 2, 3, 4
  ) then
    return null;
  end if;

  update contact_counts as known set counted = known.counted + changed.by
  from (
    select organization_id, sum(step) as by from (
      select organization_id, (status in ('active', 'lead'))::int as step from after_change
      union all
      select organization_id, -(status in ('active', 'lead'))::int from before_change
    ) steps group by organization_id
  ) changed
  where known.organization_id = changed.organization_id;

  insert into contact_tallies as known (organization_id, client_id, status, source, contacts)
  select organization_id, client_id, status, source, 0 from after_change group by 1, 2, 3, 4
  on conflict (organization_id, client_id, status, source) do nothing;

  update contact_tallies as known set contacts = known.contacts + changed.by
  from (
    select organization_id, client_id, status, source, sum(step) as by from (
      select organization_id, client_id, status, source, 1 as step from after_change
      union all
      select organization_id, client_id, status, source, -1 from before_change
    ) steps group by 1, 2, 3, 4 having sum(step) <> 0
  ) changed
  where known.organization_id = changed.organization_id and known.client_id is not distinct from changed.client_id
    and known.status = changed.status and known.source = changed.source;
  return null;
end
$$;

create function public.count_added_tags() returns trigger language plpgsql as $$
begin
  -- Ordered, so that two statements with the same tags take their rows in the same order.
  insert into tag_counts as known (organization_id, tag_id, client_id, contacts)
  select organization_id, tag_id, client_id, count(*) from added group by 1, 2, 3 order by 1, 2
  on conflict (organization_id, tag_id) do update set contacts = known.contacts + excluded.contacts;
  return null;
end
$$;
create trigger count_added after insert on contact_tags referencing new table as added
  for each statement execute function public.count_added_tags();

create function public.count_removed_tags() returns trigger language plpgsql as $$
begin
  perform from tag_counts where (organization_id, tag_id) in (select organization_id, tag_id from removed) order by organization_id, tag_id for update;
  update tag_counts as known set contacts = known.contacts - gone.contacts
  from (select organization_id, tag_id, count(*) as contacts from removed group by 1, 2) gone
  where known.organization_id = gone.organization_id and known.tag_id = gone.tag_id;
  return null;
end
$$;
create trigger count_removed after delete on contact_tags referencing old table as removed
  for each statement execute function public.count_removed_tags();

-- For rules such as "opened in the last 30 days". Only what people do is in it, not what was done to their rows.
-- The client is in it for the wall, so that the table itself need not be read.
create index contact_activity_engagement on contact_activity (organization_id, type, happened_at, contact_id) include (client_id)
  where type in ('email.opened', 'email.clicked', 'form.submitted', 'qr.scanned', 'purchase.made');

-- A look at the organization for every row would take a fifth of the time of an import. The other keys of contact_tags name
-- it too; activity, which has no other key, goes by this trigger instead of a cascade.
alter table contact_tags drop constraint contact_tags_organization_id_fkey;
alter table contact_activity drop constraint contact_activity_organization_id_fkey;
create function public.forget_activity() returns trigger language plpgsql as $$
begin
  delete from contact_activity where organization_id = old.id;
  return null;
end
$$;
create trigger forget_activity after delete on organizations for each row execute function public.forget_activity();
