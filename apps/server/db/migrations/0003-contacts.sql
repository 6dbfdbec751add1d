-- word_similarity() finds a name in spite of a typing error. Trusted: the owner of a database may add it.
create extension if not exists pg_trgm;

create table contacts (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  email text not null check (char_length(email) <= 254),
  email_folded text not null generated always as (lower(email)) stored,
  first_name text check (char_length(first_name) between 1 and 100),
  last_name text check (char_length(last_name) between 1 and 100),
  name_folded text not null generated always as (lower(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')))) stored,
  phone text check (char_length(phone) between 1 and 40),
  source text not null default 'manual' check (source in ('manual', 'import', 'form', 'api', 'automation')),
  status text not null default 'active' check (status in ('active', 'lead', 'unsubscribed', 'bounced', 'complained')),
  search_text text not null generated always as (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, ''))
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index contacts_email on contacts (organization_id, client_id, email_folded) nulls not distinct;
create index contacts_created on contacts (organization_id, created_at, id);
create index contacts_client_created on contacts (organization_id, client_id, created_at, id);
create index contacts_by_email on contacts (organization_id, email_folded, id);
create index contacts_by_name on contacts (organization_id, name_folded, id);
create index contacts_status on contacts (organization_id, status, created_at, id);
alter table contacts enable row level security;
alter table contacts force row level security;
create policy tenant on contacts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  );
grant select, insert, update, delete on contacts to waggle_app;

create table tags (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 60),
  color text not null default '#3B82F6'
    check (color in ('#3B82F6', '#10B981', '#F59E0B', '#EF4444', '#8B5CF6', '#06B6D4', '#84CC16', '#F97316')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index tags_name on tags (organization_id, client_id, lower(name)) nulls not distinct;
create index tags_by_name on tags (organization_id, lower(name), id);
create index tags_created on tags (organization_id, created_at, id);
alter table tags enable row level security;
alter table tags force row level security;
create policy tenant on tags to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  );
grant select, insert, update, delete on tags to waggle_app;

create table contact_tags (
  organization_id uuid not null references organizations on delete cascade,
  contact_id uuid not null,
  tag_id uuid not null,
  -- Copied from the contact, so that the client wall needs no join.
  client_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id, tag_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
create index contact_tags_tag on contact_tags (organization_id, tag_id, contact_id);
alter table contact_tags enable row level security;
alter table contact_tags force row level security;
create policy tenant on contact_tags to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  );
grant select, insert, delete on contact_tags to waggle_app;

-- What happened to a contact. No key to contacts: mass events must not look one up for each row.
create table contact_activity (
  organization_id uuid not null references organizations on delete cascade,
  contact_id uuid not null,
  happened_at timestamptz not null default now(),
  id uuid not null default new_id(),
  client_id uuid,
  type text not null check (char_length(type) <= 60),
  ref_id uuid,
  data jsonb,
  primary key (organization_id, contact_id, happened_at, id)
) partition by range (happened_at);
create index contact_activity_recent on contact_activity (organization_id, happened_at desc);
alter table contact_activity enable row level security;
alter table contact_activity force row level security;
create policy tenant on contact_activity to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_id', true), '') = '' or client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  );
grant select, insert, delete on contact_activity to waggle_app;
insert into partitioned_tables values ('contact_activity', 13);
select keep_partitions();

-- How many contacts the plan counts: those that can be written to. Triggers keep it, so that every writer, one row or
-- a million, leaves it exact; and since a writer holds the row until it commits, a limit cannot be raced past.
create table contact_counts (
  organization_id uuid primary key references organizations on delete cascade,
  counted bigint not null check (counted >= 0)
);
alter table contact_counts enable row level security;
alter table contact_counts force row level security;
create policy tenant on contact_counts to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on contact_counts to waggle_app;

create function public.count_added_contacts() returns trigger language plpgsql as $$
begin
  insert into contact_counts as known (organization_id, counted)
  select organization_id, count(*) filter (where status in ('active', 'lead')) from added group by organization_id
  on conflict (organization_id) do update set counted = known.counted + excluded.counted;
  return null;
end
$$;
create trigger count_added after insert on contacts referencing new table as added
  for each statement execute function public.count_added_contacts();

-- Not an upsert: when an organization is deleted, its counter may be gone before its contacts.
create function public.count_removed_contacts() returns trigger language plpgsql as $$
begin
  update contact_counts as known set counted = known.counted - gone.contacts
  from (select organization_id, count(*) as contacts from removed where status in ('active', 'lead') group by organization_id) gone
  where known.organization_id = gone.organization_id;
  return null;
end
$$;
create trigger count_removed after delete on contacts referencing old table as removed
  for each statement execute function public.count_removed_contacts();

create function public.count_changed_contacts() returns trigger language plpgsql as $$
begin
  update contact_counts as known set counted = known.counted + changed.by
  from (
    select organization_id, sum(step) as by from (
      select organization_id, 1 as step from after_change where status in ('active', 'lead')
      union all
      select organization_id, -1 from before_change where status in ('active', 'lead')
    ) steps group by organization_id having sum(step) <> 0
  ) changed
  where known.organization_id = changed.organization_id;
  return null;
end
$$;
create trigger count_changed after update on contacts referencing old table as before_change new table as after_change
  for each statement execute function public.count_changed_contacts();
