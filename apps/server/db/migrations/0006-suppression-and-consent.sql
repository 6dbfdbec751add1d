-- The key of an organization's address hashes. In the database and not in the configuration: whoever changes SECRET_KEY must
-- not forget who has opted out, and an organization that moves to another cell takes its key along.
create table suppression_keys (
  organization_id uuid primary key references organizations on delete cascade,
  key bytea not null check (octet_length(key) = 32)
);
alter table suppression_keys enable row level security;
alter table suppression_keys force row level security;
create policy tenant on suppression_keys to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid) with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert on suppression_keys to waggle_app;

-- Nested as in HMAC. An organization without a key has suppressed nobody, and everything hashes to null.
create function public.hash_address(channel text, address text) returns bytea language sql stable as $$
  select sha256(key || sha256(key || convert_to(channel || ':' || lower(address), 'UTF8'))) from suppression_keys
  where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
$$;

-- Addresses that get nothing, whatever an import, a form, a call or an automation says.
create table suppressions (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  -- Null binds the whole organization, and with it every client.
  client_id uuid,
  channel text not null check (channel in ('email', 'sms')),
  -- hash_address() of it, so that an erased person is still known without being named.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  address text check (char_length(address) <= 254),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual', 'erased')),
  source text not null check (char_length(source) <= 40),
  source_id uuid,
  happened_at timestamptz not null default now(),
  lifted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  check (reason <> 'erased' or (address is null and lifted_at is null))
);
create unique index suppressions_address on suppressions (organization_id, client_id, channel, address_hash) nulls not distinct;
create index suppressions_hash on suppressions (organization_id, channel, address_hash);
create index suppressions_recent on suppressions (organization_id, happened_at, id);
alter table suppressions enable row level security;
alter table suppressions force row level security;
create policy tenant on suppressions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
-- What binds or describes the whole organization is read by every client of it.
create policy shared on suppressions for select to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and client_id is null);
grant select, insert, update on suppressions to waggle_app;

-- Who agreed to what, when and by which words. Rows are added and never changed.
create table consents (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- No key: the proof outlives the contact, and goes with an erasure.
  contact_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  state text not null check (state in ('implied', 'granted', 'confirmed', 'withdrawn')),
  basis text check (char_length(basis) <= 200),
  text_shown text check (char_length(text_shown) <= 2000),
  source text not null check (char_length(source) <= 40),
  source_id uuid,
  ip_hash bytea,
  recorded_by uuid,
  -- Implied consent ends after 730 days.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index consents_contact on consents (organization_id, contact_id, id);
-- Deleted by erasure alone.
alter table consents enable row level security;
alter table consents force row level security;
create policy tenant on consents to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on consents to waggle_app;
