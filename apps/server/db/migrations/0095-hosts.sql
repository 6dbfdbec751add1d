-- Host names of an organization for its links, forms and dashboard. Anybody may claim one; one verified owner in the installation.
create table hosts (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  -- Null is the whole organization.
  client_id uuid,
  host text collate "C" not null check (host = lower(host) and char_length(host) between 4 and 253),
  purposes text[] not null check (purposes <@ array['links', 'forms', 'dashboard'] and cardinality(purposes) between 1 and 3),
  -- What the TXT record says: a CNAME alone may have been left over by another organization.
  token text not null check (token ~ '^[0-9a-f]{32}$'),
  -- failing still gets new links, stopped no longer does; both still answer.
  state text not null default 'pending' check (state in ('pending', 'verified', 'failing', 'stopped')),
  -- What DNS said last, one entry for each record.
  records jsonb not null default '[]',
  position int not null default 0,
  -- The plan of the organization: a copy that triggers keep, because edges see no other column of organizations.
  tier text not null default 'lite',
  verified_at timestamptz,
  failing_since timestamptz,
  last_checked_at timestamptz,
  next_check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, host),
  -- The dashboard shows every client, so it is no single client's.
  constraint hosts_dashboard_check check (client_id is null or not 'dashboard' = any (purposes)),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index hosts_verified on hosts (host) where state = 'verified';
create index hosts_client on hosts (organization_id, client_id);
create index hosts_due on hosts (next_check_at);

create function public.keep_host_tier() returns trigger language plpgsql as $$
begin
  select subscription_tier into new.tier from organizations where id = new.organization_id;
  return new;
end
$$;
create trigger keep_tier before insert on hosts for each row execute function public.keep_host_tier();
-- Without a client in the settings: a plan changes while somebody looks at one client, too. Of an organization that is being
-- deleted nothing changes but the announcement.
create function public.keep_hosts_of_organization() returns trigger language plpgsql set app.client_id = '' as $$
begin
  update hosts set tier = new.subscription_tier where organization_id = new.id;
  return null;
end
$$;
create trigger keep_hosts after update of subscription_tier, deleting_since on organizations
  for each row execute function public.keep_hosts_of_organization();
create function public.announce_hosts() returns trigger language plpgsql as $$
begin
  perform pg_notify('host_changed', '');
  return null;
end
$$;
create trigger announce after insert or update or delete on hosts for each statement execute function public.announce_hosts();

alter table hosts enable row level security;
alter table hosts force row level security;
create policy tenant on hosts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on hosts to waggle_app;
create policy sweep on hosts for select to waggle_sweep using (true);
grant select (organization_id, id, next_check_at) on hosts to waggle_sweep;
-- Every process answers by them, whoever owns them. A claim that nobody has verified is nobody's business.
create policy edge on hosts for select to waggle_edge using (state <> 'pending');
grant select (organization_id, client_id, host, purposes, state, position, tier, verified_at) on hosts to waggle_edge;

-- On a host of one client no other client's pictures and emails answer, so the edge learns whose they are.
grant select (client_id) on files to waggle_edge;
grant usage, create on schema public to waggle_reader;
grant select (client_id) on campaigns to waggle_reader;
drop function public.public_email(uuid, uuid);
create function public.public_email(of_organization uuid, of_campaign uuid)
  returns table (subject text, html text, footer jsonb, links jsonb, client_mark bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select contents.frozen ->> 'subject', contents.frozen ->> 'html', contents.frozen -> 'footer', (
    select coalesce(jsonb_object_agg(link_no, url), '{}') from campaign_links
    where campaign_links.organization_id = of_organization and campaign_links.campaign_id = of_campaign and not is_trap),
    coalesce(substring(uuid_send(campaigns.client_id) from 13), '\x00000000'::bytea)
  from campaigns
  join campaign_contents contents on contents.organization_id = campaigns.organization_id and contents.campaign_id = campaigns.id
  join organizations on organizations.id = campaigns.organization_id
  where campaigns.organization_id = of_organization and campaigns.id = of_campaign and campaigns.public_page
    and campaigns.status = 'COMPLETED' and campaigns.cancelled_at is null and campaigns.deleted_at is null
    and campaigns.contact_id is null and contents.variant = 0 and organizations.deleting_since is null
$$;
revoke all on function public.public_email(uuid, uuid) from public;
grant execute on function public.public_email(uuid, uuid) to waggle_edge;
alter function public.public_email(uuid, uuid) owner to waggle_reader;
revoke create on schema public from waggle_reader;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('campaign-held', 'campaign-failing', 'campaign-finished', 'form-emails-held', 'domain', 'host-stopped', 'import-finished', 'new-sign-in', 'plan-nearly-full')) not valid;
