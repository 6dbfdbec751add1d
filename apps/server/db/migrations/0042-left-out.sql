-- Who was left out of a campaign and why, one by one: asked for years later. Whoever was not selected has no row; that is everybody else.
create table campaign_left_out (
  organization_id uuid not null,
  campaign_id uuid not null,
  -- No key: whoever is deleted stays counted. An erasure deletes the row.
  contact_id uuid not null,
  client_id uuid,
  reason text not null check (char_length(reason) <= 40),
  primary key (organization_id, campaign_id, contact_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_left_out_contact on campaign_left_out (organization_id, contact_id);
alter table campaign_left_out enable row level security;
alter table campaign_left_out force row level security;
create policy tenant on campaign_left_out to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on campaign_left_out to waggle_app;
