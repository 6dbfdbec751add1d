-- An own text of an email of blocks: which generated text it was written from. Null while the text is generated.
alter table email_templates add column text_basis text check (text_basis ~ '^[A-Za-z0-9_-]{22}$');

-- Blocks people keep to put into other emails, of the organization or of one client. An email gets a copy.
create table saved_blocks (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 100),
  kind text not null check (kind ~ '^[a-z]{3,20}$'),
  -- json and not jsonb: it comes back as it was written.
  block json not null check (json_typeof(block) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  check (char_length(block::text) <= 65536)
);
create index saved_blocks_client on saved_blocks (organization_id, client_id);
alter table saved_blocks enable row level security;
alter table saved_blocks force row level security;
create policy tenant on saved_blocks to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update (name, updated_at), delete on saved_blocks to waggle_app;
