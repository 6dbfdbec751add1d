-- Segments that something waits for people to enter or to leave.
create table segment_watches (
  organization_id uuid not null references organizations on delete cascade,
  segment_id uuid not null,
  client_id uuid,
  began_at timestamptz not null default now(),
  -- Null until those who are in it already are noted; before that nobody enters or leaves.
  filled_at timestamptz,
  -- When all contacts were last held against its rules.
  passed_at timestamptz,
  primary key (organization_id, segment_id),
  foreign key (organization_id, segment_id) references segments (organization_id, id) on delete cascade
);
create index segment_watches_client on segment_watches (organization_id, client_id);

-- Who was in a watched segment when it was last looked at. Of other segments nothing is kept.
create table segment_members (
  organization_id uuid not null references organizations on delete cascade,
  segment_id uuid not null,
  contact_id uuid not null,
  client_id uuid,
  since timestamptz not null default now(),
  primary key (organization_id, segment_id, contact_id),
  foreign key (organization_id, segment_id) references segment_watches (organization_id, segment_id) on delete cascade,
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index segment_members_contact on segment_members (organization_id, contact_id);
create index segment_members_client on segment_members (organization_id, client_id);

do $$
declare
  name text;
begin
  foreach name in array array['segment_watches', 'segment_members'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$
      create policy tenant on %I to waggle_app
      using (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
      )
      with check (
        organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
      )$policy$, name);
    execute format('grant select, insert, update, delete on %I to waggle_app', name);
  end loop;
end
$$;

-- Whose segments are watched, and nothing of who is in them.
create policy sweep on segment_watches for select to waggle_sweep using (true);
grant select (organization_id, segment_id) on segment_watches to waggle_sweep;
