-- hash_address() of whoever the mail went to: an opt-out holds after the contact was deleted, merged or given another
-- address. Rows of the version before have none; a job fills in those whose contact is still there.
alter table campaign_sends add column address_hash bytea;
alter table campaign_sends add constraint campaign_sends_address_hash_check check (octet_length(address_hash) = 32) not valid;
-- False until the rows of the version before have their hash.
alter table campaigns add column has_address_hashes boolean not null default false;
grant select (has_address_hashes) on campaigns to waggle_sweep;

-- Which contact a merged one became part of: what comes back from a mail to it concerns that contact too. The name
-- contact_id makes a row part of what an erasure removes and an export shows.
create table contact_merges (
  organization_id uuid not null references organizations on delete cascade,
  merged_id uuid not null,
  contact_id uuid not null,
  client_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, merged_id)
);
create index contact_merges_contact on contact_merges (organization_id, contact_id);
alter table contact_merges enable row level security;
alter table contact_merges force row level security;
create policy tenant on contact_merges to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_merges to waggle_app;

-- From when on links carry the hash. Edges of the version before refuse such links, and get a day to be replaced; where no
-- link was ever signed there are none.
alter table link_keys add column hash_from timestamptz not null default now();
update link_keys set hash_from = now() + interval '1 day';
