-- What an organization wants to know about its contacts beyond names and addresses.
create table contact_fields (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (char_length(label) between 1 and 60),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  options text[] not null default '{}',
  position int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index contact_fields_key on contact_fields (organization_id, client_id, key) nulls not distinct;
alter table contact_fields enable row level security;
alter table contact_fields force row level security;
create policy tenant on contact_fields to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
-- What binds or describes the whole organization is read by every client of it.
create policy shared on contact_fields for select to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and client_id is null);
grant select, insert, update, delete on contact_fields to waggle_app;

-- One bulk action: tag, untag, status or delete, on a selection or on everything that matches.
create table contact_batches (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  action text not null check (action in ('tag', 'untag', 'status', 'delete')),
  -- tagId or status.
  params jsonb not null default '{}',
  -- The ids, or the filter.
  target jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone', 'failed')),
  total bigint not null,
  seen bigint not null default 0,
  changed bigint not null default 0,
  restored bigint not null default 0,
  -- Contacts are visited in the order of their ids; everything up to this one is done.
  last_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undo_until timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index contact_batches_recent on contact_batches (organization_id, created_at desc);
create index contact_batches_client on contact_batches (organization_id, client_id);
alter table contact_batches enable row level security;
alter table contact_batches force row level security;
create policy tenant on contact_batches to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update on contact_batches to waggle_app;

-- What a bulk action or an import did to a contact, so that it can be taken back. No key to contacts: a deleted one is in here.
create table contact_changes (
  organization_id uuid not null references organizations on delete cascade,
  -- The month of the batch, not of the change, so that a repeated step meets the same partition.
  batch_month date not null,
  batch_id uuid not null,
  contact_id uuid not null,
  client_id uuid,
  change text not null check (change in ('updated', 'tagged', 'untagged', 'status', 'deleted', 'kept')),
  -- {field: [before, after]}; for a deleted contact its whole row and its tags.
  was jsonb,
  primary key (organization_id, batch_month, batch_id, contact_id)
) partition by range (batch_month);
create index contact_changes_contact on contact_changes (organization_id, contact_id);
alter table contact_changes enable row level security;
alter table contact_changes force row level security;
create policy tenant on contact_changes to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_changes to waggle_app;
insert into partitioned_tables values ('contact_changes', 2);
select keep_partitions();
