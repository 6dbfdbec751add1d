alter table organizations add column postal_address text check (char_length(postal_address) <= 500);
alter table clients add column postal_address text check (char_length(postal_address) <= 500);

-- Domains mail may come from. One verified owner in the installation; others may only claim.
create table sending_domains (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  domain text not null check (domain = lower(domain) and char_length(domain) <= 253),
  state text not null default 'pending' check (state in ('pending', 'verified', 'failing')),
  -- What DNS said last, one entry for each record.
  records jsonb not null default '[]',
  checked_at timestamptz,
  next_check_at timestamptz not null default now(),
  verified_at timestamptz,
  -- The first day mail left from it: a new domain starts small.
  warming_since date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, domain),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index sending_domains_verified on sending_domains (domain) where state = 'verified';
create index sending_domains_client on sending_domains (organization_id, client_id);
create index sending_domains_due on sending_domains (next_check_at);
alter table sending_domains enable row level security;
alter table sending_domains force row level security;
create policy tenant on sending_domains to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on sending_domains to waggle_app;
create policy sweep on sending_domains for select to waggle_sweep using (true);
grant select (organization_id, id, next_check_at) on sending_domains to waggle_sweep;

-- Private keys are encrypted under a key of the configuration.
create table dkim_keys (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  domain_id uuid not null,
  client_id uuid,
  selector text not null check (selector ~ '^[a-z0-9]{1,30}$'),
  algorithm text not null check (algorithm in ('rsa-2048', 'ed25519')),
  private_key bytea not null,
  public_key text not null check (char_length(public_key) <= 1000),
  -- Signs only from here on: its record was found.
  active_from timestamptz,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, domain_id, selector),
  foreign key (organization_id, domain_id) references sending_domains (organization_id, id) on delete cascade
);
alter table dkim_keys enable row level security;
alter table dkim_keys force row level security;
create policy tenant on dkim_keys to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on dkim_keys to waggle_app;

create table senders (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  domain_id uuid not null,
  from_name text not null check (char_length(from_name) between 1 and 100),
  from_email text not null check (char_length(from_email) <= 254),
  reply_to text check (char_length(reply_to) <= 254),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, domain_id) references sending_domains (organization_id, id)
);
create unique index senders_address on senders (organization_id, client_id, lower(from_email)) nulls not distinct;
create unique index senders_default on senders (organization_id, client_id) nulls not distinct where is_default;
create index senders_domain on senders (organization_id, domain_id);
alter table senders enable row level security;
alter table senders force row level security;
create policy tenant on senders to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on senders to waggle_app;

create table smtp_connections (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 80),
  kind text not null check (kind in ('smtp', 'ses')),
  host text not null check (char_length(host) <= 253),
  port int not null check (port between 1 and 65535),
  tls text not null check (tls in ('starttls', 'implicit', 'none')),
  username text check (char_length(username) <= 256),
  secret bytea,
  region text check (char_length(region) <= 40),
  max_connections int not null check (max_connections between 1 and 100),
  max_per_second int check (max_per_second between 1 and 10000),
  state text not null default 'active' check (state in ('active', 'failing')),
  last_error text check (char_length(last_error) <= 500),
  -- Part of the address a provider reports to; only its hash is looked up.
  events_secret bytea,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index smtp_connections_default on smtp_connections (organization_id, client_id) nulls not distinct where is_default;
create index smtp_connections_client on smtp_connections (organization_id, client_id);
alter table smtp_connections enable row level security;
alter table smtp_connections force row level security;
create policy tenant on smtp_connections to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on smtp_connections to waggle_app;
