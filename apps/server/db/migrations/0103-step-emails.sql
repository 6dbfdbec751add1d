-- Emails of automations are sent as campaigns. These name the automation and its step; null for all other campaigns. No key: automations come later in
-- the list of features, and what was sent outlives them.
alter table campaigns
  add column automation_id uuid,
  add column step_id text,
  -- Of one that sends, null of the draft: in which month those who get it entered, and for the how-many-th time in that month.
  add column step_month date,
  add column step_pass smallint,
  -- SHA-256 of what its emails say.
  add column step_content bytea;
alter table campaigns add constraint campaigns_step check (
  (automation_id is null) = (step_id is null) and (automation_id is not null or step_month is null)
  and (step_month is null) = (step_pass is null) and (step_month is null) = (step_content is null)
  and char_length(step_id) = 8 and step_pass > 0 and octet_length(step_content) = 32
) not valid;

-- What an email of a step says, as it was when the automation was published. Never changed: people are on older versions for months.
create table campaign_step_contents (
  organization_id uuid not null references organizations on delete cascade,
  automation_id uuid not null,
  step_id text not null check (char_length(step_id) = 8),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  subject text not null check (char_length(subject) <= 500),
  preview_text text not null check (char_length(preview_text) <= 200),
  content jsonb not null,
  document jsonb,
  tracking jsonb not null,
  utm jsonb,
  sender_id uuid,
  connection_id uuid,
  reply_to text check (char_length(reply_to) <= 254),
  sender_domain text not null,
  -- As campaign_contents and campaign_links have them.
  frozen jsonb not null,
  links jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, automation_id, step_id, content_hash),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, sender_id) references senders (organization_id, id) on delete set null (sender_id),
  foreign key (organization_id, connection_id) references smtp_connections (organization_id, id) on delete set null (connection_id)
);
create index campaign_step_contents_client on campaign_step_contents (organization_id, client_id);
create index campaign_step_contents_sender on campaign_step_contents (organization_id, sender_id);
create index campaign_step_contents_connection on campaign_step_contents (organization_id, connection_id);
alter table campaign_step_contents enable row level security;
alter table campaign_step_contents force row level security;
create policy tenant on campaign_step_contents to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on campaign_step_contents to waggle_app;

-- 45 counts campaigns that people see in their list.
create or replace function public.total_active_campaigns() returns trigger language plpgsql as $$
declare
  was int := case when tg_op <> 'INSERT' and old.status = 'ACTIVE' and old.deleted_at is null then 1 else 0 end;
  is_now int := case when tg_op <> 'DELETE' and new.status = 'ACTIVE' and new.deleted_at is null then 1 else 0 end;
  campaign campaigns := case tg_op when 'DELETE' then old else new end;
begin
  if was <> is_now and campaign.contact_id is null and campaign.automation_id is null then
    perform public.add_totals(array[campaign.organization_id], array[campaign.client_id], array[45::smallint], array[now()], array[is_now - was]::bigint[]);
  end if;
  return null;
end
$$;
