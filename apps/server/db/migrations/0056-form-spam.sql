-- Whether a person or a program sent it, by the rules of clicks, and how: from its page with or without the script, or by a call.
alter table form_submissions add column label text, add column way text;

-- What looks like spam: kept apart, so that no figure, list or export has it, and no contact comes of it until somebody takes it over.
create table form_spam (
  organization_id uuid not null,
  form_id uuid not null,
  -- Of the event of the inbox, and of the submission it may become.
  id uuid not null,
  client_id uuid,
  version int not null check (version > 0),
  -- Keyed, of the address that was told, for an erasure.
  address_hash bytea,
  -- By id of the field, in the order of the fields.
  answers json not null check (json_typeof(answers) = 'object'),
  reasons text[] not null,
  label text not null,
  way text not null,
  submitted_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, form_id, submitted_at, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_spam_address on form_spam (organization_id, address_hash);
create index form_spam_client on form_spam (organization_id, client_id);
alter table form_spam enable row level security;
alter table form_spam force row level security;
create policy tenant on form_spam to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_spam to waggle_app;
