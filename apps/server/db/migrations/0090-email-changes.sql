-- A person's wish to sign in with another address; at most one. It holds when both addresses have confirmed it by a mailed link.
create table directory.email_changes (
  user_id uuid primary key references directory.users on delete cascade,
  id uuid not null default new_id(),
  old_email text not null check (char_length(old_email) <= 254),
  new_email text not null check (new_email = lower(new_email) and char_length(new_email) <= 254),
  -- SHA-256 of what the links carry. Null for an old address that nobody ever confirmed: it is not asked.
  old_token text,
  new_token text not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_changes_expiry on directory.email_changes (expires_at);
alter table directory.email_changes enable row level security;
alter table directory.email_changes force row level security;
create policy sign_in on directory.email_changes to waggle_auth using (true) with check (true);
grant select, insert, update, delete on directory.email_changes to waggle_auth;
