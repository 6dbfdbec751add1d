-- A form as its editors see it. What strangers see is a version of it.
create table forms (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  is_active boolean not null default true,
  -- json and not jsonb: it comes back as it was written.
  draft json not null check (json_typeof(draft) = 'object'),
  draft_version int not null default 1 check (draft_version > 0),
  draft_changed_at timestamptz not null default now(),
  -- No key: the draft outlives the membership of who changed it.
  draft_changed_by uuid,
  -- Whether the draft says what the published version does not.
  has_changes boolean not null default true,
  -- Null while it was never published.
  published_version int check (published_version > 0),
  submissions bigint not null default 0 check (submissions >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index forms_client on forms (organization_id, client_id);
create index forms_created on forms (organization_id, created_at, id);
create index forms_name on forms (organization_id, lower(name), id);
create index forms_submissions on forms (organization_id, submissions, id);
alter table forms enable row level security;
alter table forms force row level security;
create policy tenant on forms to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on forms to waggle_app;

-- What was on screen when somebody answered. Never changed: a submission of years ago names its version.
create table form_versions (
  organization_id uuid not null,
  form_id uuid not null,
  version int not null check (version > 0),
  client_id uuid,
  definition json not null check (json_typeof(definition) = 'object'),
  published_at timestamptz not null default now(),
  published_by uuid,
  submissions bigint not null default 0 check (submissions >= 0),
  primary key (organization_id, form_id, version),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_versions_client on form_versions (organization_id, client_id);
alter table form_versions enable row level security;
alter table form_versions force row level security;
create policy tenant on form_versions to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update (submissions), delete on form_versions to waggle_app;
