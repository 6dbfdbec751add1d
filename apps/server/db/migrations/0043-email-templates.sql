-- What emails begin with, of the organization or of one client. A campaign gets a copy.
create table email_templates (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  category text not null default 'general' check (char_length(category) between 1 and 40),
  subject text not null check (char_length(subject) between 1 and 500),
  preview_text text not null default '' check (char_length(preview_text) <= 200),
  html text not null check (char_length(html) between 1 and 1048576),
  text text not null default '' check (char_length(text) <= 1048576),
  -- Null for pasted HTML, which is kept byte for byte. json and not jsonb: it comes back as it was written.
  document json check (json_typeof(document) = 'object'),
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index email_templates_client on email_templates (organization_id, client_id);
alter table email_templates enable row level security;
alter table email_templates force row level security;
create policy tenant on email_templates to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
-- A template of the organization that is for every client of it can be read by who is limited to one.
create policy shared on email_templates for select to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and client_id is null and is_public
  );
grant select, insert, update, delete on email_templates to waggle_app;
