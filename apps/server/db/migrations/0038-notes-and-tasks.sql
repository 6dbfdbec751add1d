-- What people of the team write down about a contact, for each other.
create table contact_notes (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- No key: a delete of contacts can be taken back, and brings their notes back with them.
  contact_id uuid not null,
  -- No key: the note outlives the membership of who wrote it.
  author_id uuid,
  text text not null check (char_length(text) between 1 and 5000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index contact_notes_contact on contact_notes (organization_id, contact_id, created_at, id);
create index contact_notes_client on contact_notes (organization_id, client_id);
alter table contact_notes enable row level security;
alter table contact_notes force row level security;
create policy tenant on contact_notes to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_notes to waggle_app;

-- What somebody of the team has to do about a contact.
create table contact_tasks (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- No key, as in contact_notes.
  contact_id uuid not null,
  title text not null check (char_length(title) between 1 and 200),
  -- A day in the time zone of the organization.
  due_on date,
  assignee_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  -- Whoever leaves the team leaves their tasks to nobody.
  foreign key (organization_id, assignee_id) references members (organization_id, user_id) on delete set null (assignee_id),
  check (done_by is null or done_at is not null)
);
create index contact_tasks_contact on contact_tasks (organization_id, contact_id, created_at, id);
create index contact_tasks_client on contact_tasks (organization_id, client_id);
create index contact_tasks_assignee on contact_tasks (organization_id, assignee_id, due_on, id) where done_at is null;
alter table contact_tasks enable row level security;
alter table contact_tasks force row level security;
create policy tenant on contact_tasks to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on contact_tasks to waggle_app;
