-- What strangers may know of a published form, for edges to answer from alone.
create table form_snapshots (
  form_id uuid primary key,
  organization_id uuid not null,
  client_id uuid,
  version int not null check (version > 0),
  -- Without tags and without what fields fill: those are the organization's own.
  definition json not null check (json_typeof(definition) = 'object'),
  -- The one before: people who have it open may still send it for a day.
  previous_version int,
  previous json check (json_typeof(previous) = 'object'),
  previous_until timestamptz,
  is_active boolean not null,
  -- The clock, not the start of the transaction: edges ask for what changed since they last asked.
  updated_at timestamptz not null default clock_timestamp(),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_snapshots_form on form_snapshots (organization_id, form_id);
create index form_snapshots_client on form_snapshots (organization_id, client_id);
create index form_snapshots_changed on form_snapshots (updated_at, form_id);
alter table form_snapshots enable row level security;
alter table form_snapshots force row level security;
create policy tenant on form_snapshots to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_snapshots to waggle_app;
create policy edge on form_snapshots for select to waggle_edge using (true);
grant select on form_snapshots to waggle_edge;

create function public.announce_form() returns trigger language plpgsql as $$
begin
  perform pg_notify('form_changed', coalesce(new.form_id, old.form_id)::text);
  return null;
end
$$;
create trigger announce after insert or update or delete on form_snapshots
  for each row execute function public.announce_form();
create function public.stamp_form() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger stamp before insert or update on form_snapshots for each row execute function public.stamp_form();

-- What people sent. Kept whether or not a contact came of it.
create table form_submissions (
  organization_id uuid not null,
  form_id uuid not null,
  -- Of the event of the inbox it came from, so that it is there once.
  id uuid not null,
  client_id uuid,
  version int not null check (version > 0),
  -- No key: a deleted contact may come back. Where it does not, there is nobody to show.
  contact_id uuid,
  -- Keyed, of the address that was told: an erasure finds what was sent before there was a contact, and after it was deleted.
  address_hash bytea,
  -- By id of the field, in the order of the fields.
  answers json not null check (json_typeof(answers) = 'object'),
  -- What became of it: `no-address` had none, `over-limit` found the plan full, `blocked` opted out before.
  outcome text not null check (outcome in ('created', 'known', 'blocked', 'over-limit', 'no-address')),
  submitted_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, form_id, submitted_at, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_submissions_contact on form_submissions (organization_id, contact_id);
create index form_submissions_address on form_submissions (organization_id, address_hash);
create index form_submissions_client on form_submissions (organization_id, client_id);
alter table form_submissions enable row level security;
alter table form_submissions force row level security;
create policy tenant on form_submissions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_submissions to waggle_app;

-- What is erased is counted no longer. Those that come are counted by who writes them, many at once.
create function public.count_erased_submissions() returns trigger language plpgsql as $$
begin
  update form_versions set submissions = greatest(submissions - gone.less, 0)
  from (select organization_id, form_id, version, count(*) as less from erased group by 1, 2, 3) gone
  where form_versions.organization_id = gone.organization_id and form_versions.form_id = gone.form_id
    and form_versions.version = gone.version;
  update forms set submissions = greatest(submissions - gone.less, 0)
  from (select organization_id, form_id, count(*) as less from erased group by 1, 2) gone
  where forms.organization_id = gone.organization_id and forms.id = gone.form_id;
  return null;
end
$$;
create trigger count_erased after delete on form_submissions referencing old table as erased
  for each statement execute function public.count_erased_submissions();
