-- Roles are shared by every database of a cluster, so they may exist already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waggle_auth') then
    create role waggle_auth nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'waggle_app') then
    -- noinherit: the sign-in tables open only to a transaction that says `set local role waggle_auth`.
    create role waggle_app login noinherit;
  end if;
end
$$;
grant waggle_auth to waggle_app;

create schema directory;
revoke create on schema public from public;
grant usage on schema public to waggle_app, waggle_auth;
grant usage on schema directory to waggle_app, waggle_auth;

-- Time-ordered ids keep indexes dense. PostgreSQL 18 has its own; older versions get the same layout.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create function public.new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  else
    -- Milliseconds, then the thousandths of one in twelve bits, so that ids of one connection keep their order.
    create function public.new_id() returns uuid language sql volatile parallel safe as $body$
      select encode(
        substring(int8send(moment.us / 1000) from 3 for 6)
          || substring(int4send(28672 + (moment.us % 1000 * 4096 / 1000)::int) from 3 for 2)
          || substring(uuid_send(gen_random_uuid()) from 9 for 8), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as moment
    $body$;
  end if;
end
$$;

-- Three transaction-local settings say whose rows are seen; an unset and an emptied one both mean nobody, hence the
-- nullif. app.organization_id: the tenant. app.client_id: the client that rows are narrowed to. app.client_limit: the
-- one client a person may ever see. Policies spell them out, because a function would be parsed anew in every plan.

create table organizations (
  id uuid primary key default new_id(),
  name text not null check (char_length(name) between 2 and 120),
  type text not null default 'BUSINESS' check (type in ('BUSINESS', 'AGENCY')),
  subscription_tier text not null default 'lite' check (subscription_tier in ('lite', 'core', 'plus', 'system')),
  timezone text not null default 'America/Los_Angeles' check (char_length(timezone) <= 64),
  -- Constant until there is a second cell; public tokens carry it from the first day.
  cell_id smallint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to waggle_app
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on organizations to waggle_app;

create table clients (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  name text not null check (char_length(name) between 1 and 120),
  email text check (char_length(email) <= 254),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index clients_name on clients (organization_id, lower(name), id);
create index clients_created on clients (organization_id, created_at, id);
alter table clients enable row level security;
alter table clients force row level security;
create policy tenant on clients to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, id)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and id = coalesce(nullif(current_setting('app.client_limit', true), '')::uuid, id)
  );
grant select, insert, update, delete on clients to waggle_app;

create table directory.users (
  organization_id uuid not null references organizations on delete cascade,
  id uuid primary key default new_id(),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  email_verified boolean not null default false,
  name text not null check (char_length(name) <= 120),
  image text,
  locale text not null default 'en' check (locale in ('en', 'es', 'fr')),
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  two_factor_enabled boolean not null default false,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index users_email on directory.users (email);

create table directory.accounts (
  id uuid primary key default new_id(),
  user_id uuid not null references directory.users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on directory.accounts (user_id);

create table directory.sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references directory.users on delete cascade,
  -- SHA-256 of the cookie's token: a stolen backup opens no session.
  token text not null unique,
  expires_at timestamptz not null,
  remembered boolean not null default false,
  active_client_id uuid,
  ip_address text,
  user_agent text check (char_length(user_agent) <= 512),
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on directory.sessions (user_id);
create index sessions_expiry on directory.sessions (expires_at);

create table directory.verifications (
  id uuid primary key default new_id(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on directory.verifications (identifier);
create index verifications_expiry on directory.verifications (expires_at);

create table directory.two_factors (
  id uuid primary key default new_id(),
  user_id uuid not null references directory.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count int not null default 0,
  locked_until timestamptz,
  -- Hash and time of the last code that opened a session: each code opens one.
  last_code text,
  last_code_at timestamptz
);
create index two_factors_user on directory.two_factors (user_id);

do $$
declare
  name text;
begin
  foreach name in array array['users', 'accounts', 'sessions', 'verifications', 'two_factors'] loop
    execute format('alter table directory.%I enable row level security', name);
    execute format('alter table directory.%I force row level security', name);
    execute format('create policy sign_in on directory.%I to waggle_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on directory.%I to waggle_auth', name);
  end loop;
end
$$;
-- The team list shows colleagues, and nothing else of the directory.
create policy colleagues on directory.users for select to waggle_app using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select (organization_id, id, email, name, locale, two_factor_enabled, last_seen_at, created_at) on directory.users to waggle_app;

create table members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null,
  role text not null default 'USER' check (role in ('ADMIN', 'USER', 'VIEWER')),
  -- Set for people who may see one client only; an ADMIN sees the whole organization.
  client_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  -- A person belongs to one organization.
  unique (user_id),
  foreign key (organization_id, user_id) references directory.users (organization_id, id) on delete cascade,
  foreign key (organization_id, client_id) references clients (organization_id, id),
  check (role <> 'ADMIN' or client_id is null)
);
create index members_client on members (organization_id, client_id);
alter table members enable row level security;
alter table members force row level security;
create policy tenant on members to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
  );
grant select, insert, update, delete on members to waggle_app;

create table invitations (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  role text not null check (role in ('ADMIN', 'USER', 'VIEWER')),
  client_id uuid,
  invited_by uuid,
  -- Part of what the mailed token signs: mailing again with the next version makes the old link void.
  version int not null default 1,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, invited_by) references members (organization_id, user_id) on delete set null (invited_by),
  check (role <> 'ADMIN' or client_id is null)
);
create unique index invitations_open_email on invitations (organization_id, email) where accepted_at is null;
create index invitations_created on invitations (organization_id, created_at, id);
create index invitations_client on invitations (organization_id, client_id);
create index invitations_inviter on invitations (organization_id, invited_by);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
  );
grant select, insert, update, delete on invitations to waggle_app;

-- Tells every process to drop a cached session the moment its row, its person or their rights change. The message is
-- '<hashed token>:<user>'; an empty token means every session of that person.
create function directory.announce_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', old.token || ':' || old.user_id);
  return null;
end
$$;
create trigger announce after update of expires_at, active_client_id or delete on directory.sessions
  for each row execute function directory.announce_session();

create function directory.announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', ':' || old.id);
  return null;
end
$$;
create trigger announce after update of name, locale, theme, two_factor_enabled, email or delete on directory.users
  for each row execute function directory.announce_user();

create function public.announce_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', ':' || old.user_id);
  return null;
end
$$;
create trigger announce after update or delete on members for each row execute function public.announce_member();

-- Counters of the shared rate limiter. Unlogged: losing them in a crash costs one window of counting.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
grant select, insert, update, delete on rate_limits to waggle_app;
