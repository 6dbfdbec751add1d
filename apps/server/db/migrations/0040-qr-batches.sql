-- Codes made from one file. The digest of its rows is the key, so that a call sent twice makes no code twice.
create table qr_batches (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  rows_sha256 bytea not null check (octet_length(rows_sha256) = 32),
  qr_code_ids uuid[] not null default '{}' check (cardinality(qr_code_ids) <= 500),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index qr_batches_once on qr_batches (organization_id, rows_sha256);
create index qr_batches_client on qr_batches (organization_id, client_id);
alter table qr_batches enable row level security;
alter table qr_batches force row level security;
create policy tenant on qr_batches to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update (qr_code_ids), delete on qr_batches to waggle_app;
