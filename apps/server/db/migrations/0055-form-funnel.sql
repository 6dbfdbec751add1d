-- How often a form was opened and begun, by day. Edges count in memory and tell sums, so a busy form is a row a day and not one for each visitor.
create table form_days (
  organization_id uuid not null,
  form_id uuid not null,
  version int not null check (version > 0),
  -- In UTC.
  day date not null,
  client_id uuid,
  views bigint not null default 0 check (views >= 0),
  starts bigint not null default 0 check (starts >= 0),
  primary key (organization_id, form_id, version, day),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_days_client on form_days (organization_id, client_id);
alter table form_days enable row level security;
alter table form_days force row level security;
create policy tenant on form_days to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_days to waggle_app;

-- How many of those who began a form came as far as each of its fields.
create table form_field_counts (
  organization_id uuid not null,
  form_id uuid not null,
  version int not null check (version > 0),
  field_id text not null check (field_id ~ '^field_[0-9]{1,20}$'),
  client_id uuid,
  reached bigint not null default 0 check (reached >= 0),
  primary key (organization_id, form_id, version, field_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_field_counts_client on form_field_counts (organization_id, client_id);
alter table form_field_counts enable row level security;
alter table form_field_counts force row level security;
create policy tenant on form_field_counts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_field_counts to waggle_app;
