-- Tables of days and months, which are not released yet; an index of a partitioned table cannot be made concurrently.
-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation
create table campaigns (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  type text not null default 'EMAIL' check (type in ('EMAIL', 'SMS', 'SEQUENCE')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  subject text not null check (char_length(subject) <= 500),
  preview_text text not null default '' check (char_length(preview_text) <= 200),
  content jsonb not null,
  recipients jsonb not null,
  sender_id uuid,
  connection_id uuid,
  reply_to text check (char_length(reply_to) <= 254),
  tracking jsonb not null,
  scheduled_at timestamptz,
  -- The wall clock and the zone it was chosen in, when it was not an instant.
  scheduled_local text check (char_length(scheduled_local) <= 30),
  scheduled_zone text check (char_length(scheduled_zone) <= 64),
  -- Why it does not go on by itself.
  hold_reason text check (char_length(hold_reason) <= 200),
  -- Set once, when it starts: the partition of its ledger, whatever month a retry falls in.
  campaign_month date,
  sent_at timestamptz,
  -- Last contact the freeze has looked at; null before, and done when audience is set.
  frozen_through uuid,
  audience bigint,
  cancelled_at timestamptz,
  completed_at timestamptz,
  -- Out of sight, but its mails are in mailboxes: their links must open and their opt-outs must find the person.
  deleted_at timestamptz,
  -- Cache of what drained events said; a recount gives the same.
  stats jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, sender_id) references senders (organization_id, id) on delete set null (sender_id),
  foreign key (organization_id, connection_id) references smtp_connections (organization_id, id) on delete set null (connection_id)
);
create index campaigns_created on campaigns (organization_id, created_at, id);
create index campaigns_by_name on campaigns (organization_id, lower(name), id);
create index campaigns_by_status on campaigns (organization_id, status, created_at, id);
create index campaigns_client on campaigns (organization_id, client_id);
create index campaigns_sender on campaigns (organization_id, sender_id);
create index campaigns_connection on campaigns (organization_id, connection_id);
-- What a sweep looks for, over all organizations: due to start, or being sent.
create index campaigns_live on campaigns (scheduled_at, organization_id, id) where status = 'ACTIVE';
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy tenant on campaigns to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaigns to waggle_app;
create policy sweep on campaigns for select to waggle_sweep using (true);
grant select (organization_id, id, status, scheduled_at, sent_at, audience, campaign_month, hold_reason) on campaigns to waggle_sweep;

-- Everything a mail is made of, frozen at the start: a later edit of sender, address or key changes no mail of this campaign.
create table campaign_contents (
  organization_id uuid not null,
  campaign_id uuid not null,
  variant smallint not null default 0,
  client_id uuid,
  frozen jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, campaign_id, variant),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
alter table campaign_contents enable row level security;
alter table campaign_contents force row level security;
create policy tenant on campaign_contents to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert on campaign_contents to waggle_app;

create table campaign_links (
  organization_id uuid not null,
  campaign_id uuid not null,
  link_no smallint not null check (link_no >= 0),
  client_id uuid,
  url text not null check (char_length(url) <= 8192),
  -- A link no person sees; whoever follows it is a machine.
  is_trap boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, campaign_id, link_no),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create index campaign_links_new on campaign_links (created_at);
alter table campaign_links enable row level security;
alter table campaign_links force row level security;
create policy tenant on campaign_links to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert on campaign_links to waggle_app;
create policy edge on campaign_links for select to waggle_edge using (true);
grant select on campaign_links to waggle_edge;

create table campaign_exclusions (
  organization_id uuid not null,
  campaign_id uuid not null,
  reason text not null check (char_length(reason) <= 40),
  client_id uuid,
  people bigint not null,
  primary key (organization_id, campaign_id, reason),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
alter table campaign_exclusions enable row level security;
alter table campaign_exclusions force row level security;
create policy tenant on campaign_exclusions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update on campaign_exclusions to waggle_app;

-- The ledger: one row for each person of the audience. No key to contacts: whoever is deleted stays counted.
create table campaign_sends (
  organization_id uuid not null,
  campaign_month date not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  -- Stands in tokens and in the Message-ID.
  id uuid not null default new_id(),
  client_id uuid,
  state text not null default 'pending'
    check (state in ('pending', 'claimed', 'offering', 'accepted', 'failed', 'suppressed', 'cancelled', 'uncertain')),
  reason text check (char_length(reason) <= 300),
  -- Refused for a passing reason: a person may retry it.
  retryable boolean not null default false,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Fencing: rises with every claim, and whoever holds an older one may write nothing.
  lease_no bigint not null default 0,
  lease_until timestamptz,
  receiver text not null check (char_length(receiver) <= 253),
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (organization_id, campaign_id, contact_id, campaign_month)
) partition by range (campaign_month);
create unique index campaign_sends_id on campaign_sends (organization_id, id, campaign_month);
create index campaign_sends_due on campaign_sends (organization_id, campaign_id, next_attempt_at, contact_id) where state = 'pending';
create index campaign_sends_leased on campaign_sends (lease_until) where state in ('claimed', 'offering');
alter table campaign_sends enable row level security;
alter table campaign_sends force row level security;
create policy tenant on campaign_sends to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_sends to waggle_app;
create policy sweep on campaign_sends for select to waggle_sweep using (true);
grant select (organization_id, campaign_id, campaign_month, state, lease_until, next_attempt_at) on campaign_sends to waggle_sweep;
insert into partitioned_tables (name, keep_months) values ('campaign_sends', 13);

-- Pace: how many may leave in a second, by connection, sender domain or receiving domain, and until when nobody may.
create table send_budgets (
  organization_id uuid not null references organizations on delete cascade,
  scope text not null check (scope in ('connection', 'domain', 'receiver')),
  key text not null check (char_length(key) <= 300),
  client_id uuid,
  tokens double precision not null,
  refilled_at timestamptz not null default now(),
  rate double precision not null check (rate > 0),
  paused_until timestamptz,
  last_reply text check (char_length(last_reply) <= 300),
  primary key (organization_id, scope, key)
);
alter table send_budgets set (fillfactor = 50);
alter table send_budgets enable row level security;
alter table send_budgets force row level security;
create policy tenant on send_budgets to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on send_budgets to waggle_app;

-- Keys of the links in mails. Old ones stay: a link must open for years, and stop somebody's mail.
create table link_keys (
  id smallint primary key check (id between 1 and 255),
  secret bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on link_keys to waggle_app;
grant select on link_keys to waggle_edge;

alter table inbox_events drop constraint inbox_events_kind_check;
-- Both tables come with this release and hold scans of some days at most.
-- squawk-ignore constraint-missing-not-valid
alter table inbox_events add constraint inbox_events_kind_check
  check (kind in ('scan', 'open', 'click', 'unsubscribe', 'resubscribe', 'provider', 'bounce'));
-- Opt-outs overtake everything else that waits.
create index inbox_events_opt_outs on inbox_events (organization_id, id) where drained_at is null and kind in ('unsubscribe', 'resubscribe');
grant select (kind) on inbox_events to waggle_sweep;
alter table engagement_events drop constraint engagement_events_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table engagement_events add constraint engagement_events_kind_check
  check (kind in ('scanned', 'opened', 'clicked', 'delivered', 'deferred', 'bounced', 'complained', 'unsubscribed', 'resubscribed'));
alter table engagement_events add column send_id uuid, add column link_no smallint;
-- A partitioned table cannot be indexed concurrently.
-- squawk-ignore require-concurrent-index-creation
create index engagement_events_send on engagement_events (organization_id, send_id, kind, happened_at) where send_id is not null;

-- Whom a provider reports for, and what its address must contain: looked up by the edge, which knows no tenant.
create policy edge on smtp_connections for select to waggle_edge using (true);
grant select (organization_id, id, kind, events_secret) on smtp_connections to waggle_edge;

create function public.forget_sends() returns trigger language plpgsql as $$
begin
  delete from campaign_sends where organization_id = old.id;
  return null;
end
$$;
create trigger forget_sends after delete on organizations for each row execute function public.forget_sends();

select keep_partitions();
