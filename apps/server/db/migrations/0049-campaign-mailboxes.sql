-- What became of a campaign's emails by mailbox provider, kept like campaign_progress by every statement that writes the ledger.
-- The provider is told by the domain of the address. A domain of a company's own may be at Google or Microsoft too, and is `other`.
create function public.mailbox_provider(receiver text) returns text language sql immutable parallel safe as $$
  select case
    when receiver in ('gmail.com', 'googlemail.com') then 'gmail'
    when receiver in ('outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'passport.com', 'windowslive.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.es', 'hotmail.de', 'hotmail.it', 'hotmail.be', 'hotmail.nl', 'hotmail.se', 'hotmail.ca', 'hotmail.com.br', 'hotmail.com.ar', 'hotmail.com.mx', 'outlook.fr', 'outlook.es', 'outlook.de', 'outlook.it', 'outlook.be', 'outlook.pt', 'outlook.com.br', 'outlook.com.ar', 'outlook.com.mx', 'outlook.com.au', 'live.co.uk', 'live.fr', 'live.de', 'live.it', 'live.nl', 'live.be', 'live.ca', 'live.se', 'live.dk', 'live.no', 'live.com.mx', 'live.com.ar', 'live.com.au') then 'outlook'
    when receiver in ('yahoo.com', 'ymail.com', 'rocketmail.com', 'myyahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.es', 'yahoo.it', 'yahoo.ca', 'yahoo.in', 'yahoo.co.in', 'yahoo.com.br', 'yahoo.com.ar', 'yahoo.com.mx', 'yahoo.com.au', 'yahoo.co.id', 'yahoo.com.ph', 'yahoo.com.sg', 'yahoo.com.tw', 'yahoo.com.hk', 'yahoo.com.vn', 'yahoo.ie', 'yahoo.se', 'yahoo.no', 'yahoo.dk', 'yahoo.gr', 'yahoo.ro', 'yahoo.pl', 'aol.com', 'aim.com', 'aol.co.uk', 'aol.fr', 'aol.de') then 'yahoo'
    when receiver in ('icloud.com', 'me.com', 'mac.com') then 'icloud'
    when receiver in ('gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'gmx.fr', 'gmx.es', 'gmx.co.uk', 'gmx.us', 'web.de', 'mail.com') then 'gmx'
    when receiver in ('orange.fr', 'wanadoo.fr') then 'orange'
    when receiver in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') then 'proton'
    else 'other' end
$$;

create table campaign_mailboxes (
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  -- Of the contacts.
  client_id uuid,
  provider text not null check (char_length(provider) <= 20),
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create unique index campaign_mailboxes_provider on campaign_mailboxes (organization_id, campaign_id, provider, client_id) nulls not distinct;
alter table campaign_mailboxes set (fillfactor = 50);
alter table campaign_mailboxes enable row level security;
alter table campaign_mailboxes force row level security;
create policy tenant on campaign_mailboxes to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_mailboxes to waggle_app;

create table campaign_mailbox_deltas (
  -- No keys, as in campaign_progress_deltas.
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  client_id uuid,
  provider text not null check (char_length(provider) <= 20),
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  primary key (organization_id, id)
);
create index campaign_mailbox_deltas_campaign on campaign_mailbox_deltas (organization_id, campaign_id);
-- Rows live for a second or two.
alter table campaign_mailbox_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table campaign_mailbox_deltas enable row level security;
alter table campaign_mailbox_deltas force row level security;
create policy tenant on campaign_mailbox_deltas to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on campaign_mailbox_deltas to waggle_app;
create policy sweep on campaign_mailbox_deltas for select to waggle_sweep using (true);
grant select (organization_id, campaign_id) on campaign_mailbox_deltas to waggle_sweep;

-- In the functions of the triggers that are there: a claim or an offer finds no row to count and adds none.
create or replace function public.count_added_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, count(*) from added group by 1, 2, 3, 4
  union all
  select organization_id, campaign_id, client_id, 'retryable', count(*) from added where state = 'failed' and retryable group by 1, 2, 3;
  insert into public.campaign_mailbox_deltas (organization_id, campaign_id, client_id, provider, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, public.mailbox_provider(receiver), sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced)
  from (
    select organization_id, campaign_id, client_id, receiver, (state = 'accepted')::int as sent, (delivered_at is not null)::int as delivered,
      (opened_at is not null)::int as opened, (clicked_at is not null)::int as clicked, (bounced_at is not null)::int as bounced
    from added where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
  ) counted group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace function public.count_changed_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, sum(people) from (
    select organization_id, campaign_id, client_id, state, 1 as people from after
    union all select organization_id, campaign_id, client_id, state, -1 from before
    union all select organization_id, campaign_id, client_id, 'retryable', 1 from after where state = 'failed' and retryable
    union all select organization_id, campaign_id, client_id, 'retryable', -1 from before where state = 'failed' and retryable
  ) moved group by 1, 2, 3, 4 having sum(people) <> 0;
  insert into public.campaign_mailbox_deltas (organization_id, campaign_id, client_id, provider, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, public.mailbox_provider(receiver), sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced)
  from (
    select organization_id, campaign_id, client_id, receiver, (state = 'accepted')::int as sent, (delivered_at is not null)::int as delivered,
      (opened_at is not null)::int as opened, (clicked_at is not null)::int as clicked, (bounced_at is not null)::int as bounced
    from after where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
    union all select organization_id, campaign_id, client_id, receiver, -(state = 'accepted')::int as sent, -(delivered_at is not null)::int as delivered,
      -(opened_at is not null)::int as opened, -(clicked_at is not null)::int as clicked, -(bounced_at is not null)::int as bounced
    from before where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
  ) moved group by 1, 2, 3, 4
  having sum(sent) <> 0 or sum(delivered) <> 0 or sum(opened) <> 0 or sum(clicked) <> 0 or sum(bounced) <> 0;
  return null;
end
$$;
