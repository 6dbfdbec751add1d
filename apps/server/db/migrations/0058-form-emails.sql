-- Emails to people who filled in a form: one to confirm their consent, one that answers. Delivery sends them; a row is one email.
create table form_emails (
  organization_id uuid not null references organizations on delete cascade,
  -- In the link of the email. Its first bytes say when it was made, so that an edge knows whether the link still holds.
  id uuid not null default new_id(),
  client_id uuid,
  -- No key: a link works after its form is deleted.
  form_id uuid not null,
  submission_id uuid not null,
  version int not null check (version > 0),
  kind text not null check (kind in ('confirmation', 'answer')),
  contact_id uuid not null,
  -- Keyed, of the address it is for: nobody else's is confirmed by it, and the limits count by it.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  receiver text not null check (char_length(receiver) <= 254),
  locale text not null check (locale in ('en', 'es', 'fr')),
  -- What is agreed to by confirming; null for an answer.
  consent_text text check (char_length(consent_text) <= 2000),
  state text not null default 'pending'
    check (state in ('pending', 'claimed', 'offering', 'accepted', 'failed', 'suppressed', 'uncertain')),
  reason text check (char_length(reason) <= 500),
  attempts int not null default 0,
  lease_no bigint not null default 0,
  lease_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index form_emails_submission on form_emails (organization_id, submission_id, kind);
create index form_emails_open on form_emails (organization_id, client_id, next_attempt_at)
  where state in ('pending', 'claimed', 'offering');
create index form_emails_address on form_emails (organization_id, address_hash, created_at);
create index form_emails_contact on form_emails (organization_id, contact_id);
create index form_emails_created on form_emails (organization_id, created_at);
alter table form_emails enable row level security;
alter table form_emails force row level security;
create policy tenant on form_emails to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_emails to waggle_app;
-- Whose emails are due, and nothing of what they are.
create policy sweep on form_emails for select to waggle_sweep using (true);
grant select (organization_id, client_id, state, next_attempt_at, lease_until) on form_emails to waggle_sweep;

-- What the team is still to be told of a form's submissions. One email tells of all that wait; in a busy hour they come together.
create table form_notices (
  organization_id uuid not null,
  form_id uuid not null,
  client_id uuid,
  waiting int not null default 0 check (waiting >= 0),
  -- When the first of those that wait was sent.
  since timestamptz,
  -- Emails since this hour began.
  hour_from timestamptz not null default now(),
  sent int not null default 0 check (sent >= 0),
  primary key (organization_id, form_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_notices_client on form_notices (organization_id, client_id);
alter table form_notices enable row level security;
alter table form_notices force row level security;
create policy tenant on form_notices to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_notices to waggle_app;
