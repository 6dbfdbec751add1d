-- The line below a code. Beside the design and not in it: the version before refuses a design with a part it does not know.
alter table qr_codes add column frame_text text check (char_length(frame_text) between 1 and 30);

-- Designs people keep under a name, of the organization or of one client. The one of a code is a copy.
create table qr_presets (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 60),
  design jsonb not null check (jsonb_typeof(design) = 'object'),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index qr_presets_client on qr_presets (organization_id, client_id);
alter table qr_presets enable row level security;
alter table qr_presets force row level security;
create policy tenant on qr_presets to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on qr_presets to waggle_app;
