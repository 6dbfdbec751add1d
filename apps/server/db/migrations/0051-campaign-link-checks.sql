-- What the links of an email answered when they were last asked, so that looking at a draft asks nobody.
create table campaign_link_checks (
  organization_id uuid not null,
  campaign_id uuid not null,
  -- Of the address, which may hold what nobody else should read; the email itself says which one it is.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  client_id uuid,
  outcome text not null check (outcome in ('answered', 'silent', 'circular', 'postponed')),
  status smallint check (status between 100 and 999),
  checked_at timestamptz not null default now(),
  due_at timestamptz not null,
  primary key (organization_id, campaign_id, address_hash),
  check ((outcome = 'answered') = (status is not null)),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
alter table campaign_link_checks enable row level security;
alter table campaign_link_checks force row level security;
create policy tenant on campaign_link_checks to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_link_checks to waggle_app;
