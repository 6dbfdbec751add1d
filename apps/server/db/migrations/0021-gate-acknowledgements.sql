-- The domain a campaign is sent from, noted when it starts: complaints and bounces are judged by client and domain. Null in
-- campaigns started before, whose frozen content says it.
alter table campaigns add column sender_domain text;

-- A person let a campaign go on although its readers complained or its mails bounced, and says why. Rows are added and
-- never changed: they are the record of who decided.
create table campaign_acknowledgements (
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  client_id uuid,
  hold text not null check (hold in ('complaints', 'bounces')),
  reason text not null check (char_length(reason) between 3 and 300),
  -- Null is the operator of the installation. No key: the record outlives the person's membership.
  acknowledged_by uuid,
  acknowledged_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_acknowledgements_campaign on campaign_acknowledgements (organization_id, campaign_id, acknowledged_at);
alter table campaign_acknowledgements enable row level security;
alter table campaign_acknowledgements force row level security;
create policy tenant on campaign_acknowledgements to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert on campaign_acknowledgements to waggle_app;
