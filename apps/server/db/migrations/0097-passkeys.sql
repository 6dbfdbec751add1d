-- Keys that people sign in with instead of a password, or after it. Only the public half is here; the other never leaves the device.
create table directory.passkeys (
  id uuid primary key default new_id(),
  user_id uuid not null references directory.users on delete cascade,
  -- The name the authenticator gave the key, base64url. One key opens one account.
  credential text not null unique check (char_length(credential) between 1 and 1400),
  public_key bytea not null check (octet_length(public_key) <= 2048),
  -- Random, the same for every passkey of a person: authenticators keep it, and it must not tell the address.
  user_handle text not null check (char_length(user_handle) between 20 and 90),
  -- Of the last use; 0 for authenticators that do not count. One that goes back means that the key was copied.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  -- Whether the device's maker keeps a copy for the person's other devices.
  is_synced boolean not null default false,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on directory.passkeys (user_id);

-- What a passkey is asked to sign: taken once, within minutes, for the purpose it was made for.
create table directory.passkey_challenges (
  -- SHA-256 of the challenge, or of the code that a confirmed passkey was given.
  hash text primary key,
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'add', 'confirm', 'code')),
  user_id uuid references directory.users on delete cascade,
  session_id uuid references directory.sessions on delete cascade,
  -- What a new passkey will be stored with; its answer does not repeat it.
  user_handle text,
  expires_at timestamptz not null,
  -- Only signing in begins without knowing who it is; what somebody signed in does belongs to that session.
  check ((purpose = 'sign-in') = (user_id is null)),
  check ((purpose in ('add', 'confirm', 'code')) = (session_id is not null)),
  check ((purpose = 'add') = (user_handle is not null))
);
create index passkey_challenges_user on directory.passkey_challenges (user_id);
create index passkey_challenges_session on directory.passkey_challenges (session_id);
create index passkey_challenges_expiry on directory.passkey_challenges (expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table directory.%I enable row level security', name);
    execute format('alter table directory.%I force row level security', name);
    execute format('create policy sign_in on directory.%I to waggle_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on directory.%I to waggle_auth', name);
  end loop;
end
$$;
