-- Who answers strangers: reads where a public address leads before any organization is known, and can add to the
-- inbox. Who looks for waiting work: sees whose it is, never what it says.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waggle_edge') then
    create role waggle_edge nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'waggle_sweep') then
    create role waggle_sweep nologin;
  end if;
end
$$;
grant waggle_edge, waggle_sweep to waggle_app;
grant usage on schema public to waggle_edge, waggle_sweep;

-- Small pictures people put into their codes, made anew from what they sent: in the database, so that one backup holds
-- everything and any process can draw.
create table stored_files (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  purpose text not null check (purpose in ('qr-logo')),
  content bytea not null check (octet_length(content) <= 524288),
  content_type text not null check (char_length(content_type) <= 100),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index stored_files_client on stored_files (organization_id, client_id);
alter table stored_files enable row level security;
alter table stored_files force row level security;
create policy tenant on stored_files to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on stored_files to waggle_app;

create table qr_codes (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 120),
  short_code text not null check (short_code ~ '^[1-9A-HJ-NP-Za-km-z]{8,16}$'),
  target_url text not null check (char_length(target_url) <= 2048),
  -- The form it leads to, once there are forms; its key comes with them.
  form_id uuid,
  design jsonb not null check (jsonb_typeof(design) = 'object'),
  is_active boolean not null default true,
  -- Caches of the roll-ups, written by the drain with them.
  scans bigint not null default 0,
  last_scan_at timestamptz,
  search_text text not null generated always as (lower(name || ' ' || target_url) || ' ' || short_code || ' ' || lower(short_code)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index qr_codes_short_code on qr_codes (organization_id, short_code);
create index qr_codes_created on qr_codes (organization_id, created_at, id);
create index qr_codes_by_name on qr_codes (organization_id, lower(name), id);
create index qr_codes_by_scans on qr_codes (organization_id, scans, id);
create index qr_codes_client on qr_codes (organization_id, client_id);
alter table qr_codes enable row level security;
alter table qr_codes force row level security;
create policy tenant on qr_codes to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on qr_codes to waggle_app;

-- Every place a code has led to.
create table qr_code_targets (
  organization_id uuid not null references organizations on delete cascade,
  qr_code_id uuid not null,
  since timestamptz not null default now(),
  client_id uuid,
  target_url text not null check (char_length(target_url) <= 2048),
  changed_by uuid,
  primary key (organization_id, qr_code_id, since),
  foreign key (organization_id, qr_code_id) references qr_codes (organization_id, id) on delete cascade
);
alter table qr_code_targets enable row level security;
alter table qr_code_targets force row level security;
create policy tenant on qr_code_targets to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert on qr_code_targets to waggle_app;

-- The small row the edge reads: all it needs to answer. It outlives what it belongs to, without a target, so that a code
-- on paper is never given to somebody else.
create table link_targets (
  short_code text primary key check (short_code ~ '^[1-9A-HJ-NP-Za-km-z]{8,16}$'),
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  kind text not null check (kind in ('qr')),
  ref_id uuid not null,
  target_url text check (char_length(target_url) <= 2048),
  is_active boolean not null default true,
  -- The clock, not the start of the transaction: edges ask for what changed since they last asked.
  updated_at timestamptz not null default clock_timestamp()
);
create index link_targets_ref on link_targets (organization_id, ref_id);
create index link_targets_client on link_targets (organization_id, client_id);
create index link_targets_changed on link_targets (updated_at);
alter table link_targets enable row level security;
alter table link_targets force row level security;
create policy tenant on link_targets to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update on link_targets to waggle_app;
create policy edge on link_targets for select to waggle_edge using (true);
grant select on link_targets to waggle_edge;

create function public.announce_link_target() returns trigger language plpgsql as $$
begin
  perform pg_notify('link_target_changed', coalesce(new.short_code, old.short_code));
  return null;
end
$$;
create trigger announce after insert or update or delete on link_targets
  for each row execute function public.announce_link_target();
create function public.stamp_link_target() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger stamp before insert or update on link_targets for each row execute function public.stamp_link_target();
