-- Counted up by every change of a draft, so that two people who edit it at once are told; who made the last one.
alter table campaigns
  add column version int not null default 1,
  add column changed_by uuid,
  -- The blocks its HTML and text are compiled from; null for an HTML email, which is stored as it was typed.
  add column document jsonb;

-- What the email said before, to look at and to restore. Changes of one person in a few minutes are one row.
create table campaign_versions (
  organization_id uuid not null,
  campaign_id uuid not null,
  id uuid not null default new_id(),
  client_id uuid,
  version int not null check (version > 0),
  subject text not null check (char_length(subject) <= 500),
  preview_text text not null check (char_length(preview_text) <= 200),
  content jsonb not null,
  document jsonb,
  -- No key: the version outlives the membership of who saved it. Null is the program itself.
  saved_by uuid,
  begun_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_versions_campaign on campaign_versions (organization_id, campaign_id, version);
alter table campaign_versions enable row level security;
alter table campaign_versions force row level security;
create policy tenant on campaign_versions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_versions to waggle_app;
