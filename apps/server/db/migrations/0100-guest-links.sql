-- Links that show the figures of one client to people without an account.
create table guest_links (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid not null,
  -- Who it is for.
  name text not null check (char_length(name) between 1 and 80),
  -- SHA-256 of what the address carries: a stolen backup opens no link.
  token text not null check (char_length(token) = 43),
  -- No key: the link outlives the membership of who made it.
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  last_used_at timestamptz,
  uses int not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index guest_links_token on guest_links (token);
create index guest_links_client on guest_links (organization_id, client_id);

-- A browser in which a link was opened.
create table guest_sessions (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid not null,
  link_id uuid not null,
  -- SHA-256 of the cookie's token.
  token text not null check (char_length(token) = 43),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, link_id) references guest_links (organization_id, id) on delete cascade
);
create index guest_sessions_token on guest_sessions (token);
create index guest_sessions_client on guest_sessions (organization_id, client_id);
create index guest_sessions_link on guest_sessions (organization_id, link_id);

-- Whoever makes links works in any client, so the limit counts here and not the client that is shown.
do $$
declare
  name text;
begin
  foreach name in array array['guest_links', 'guest_sessions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$
      create policy tenant on %I to waggle_app
      using (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
      )
      with check (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and (coalesce(current_setting('app.client_limit', true), '') = '' or client_id = nullif(current_setting('app.client_limit', true), '')::uuid)
      )$policy$, name);
    execute format('grant select, insert, update, delete on %I to waggle_app', name);
  end loop;
end
$$;

-- A token comes before anybody knows whose it is. Whoever signs people in finds the organization by it, and nothing else.
create policy sign_in on guest_links for select to waggle_auth using (true);
grant select (organization_id, id, client_id, token) on guest_links to waggle_auth;
create policy sign_in on guest_sessions for select to waggle_auth using (true);
grant select (organization_id, id, client_id, link_id, token, expires_at, last_seen_at) on guest_sessions to waggle_auth;

-- Those that ended are cleared away with the sessions of members.
create policy expired on guest_sessions for delete to waggle_auth using (expires_at < now());
grant delete on guest_sessions to waggle_auth;

-- As with members: every process drops what it has cached. The link stands where a member's id does.
create function public.announce_guest_link() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', ':' || old.id);
  return null;
end
$$;
create trigger announce after update of ended_at, expires_at or delete on guest_links
  for each row execute function public.announce_guest_link();

create function public.announce_guest_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', old.token || ':' || old.link_id);
  return null;
end
$$;
create trigger announce after delete on guest_sessions for each row execute function public.announce_guest_session();

create function public.announce_guests_of_client() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', ':' || id) from guest_links
  where organization_id = old.organization_id and client_id = old.id and ended_at is null and expires_at > now();
  return null;
end
$$;
create trigger announce_guests after update of is_active on clients
  for each row when (old.is_active and not new.is_active) execute function public.announce_guests_of_client();
