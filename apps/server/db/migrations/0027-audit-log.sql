-- Who did what. Append only: waggle_app may add and read, and nobody but the keeping time and the deletion of the
-- organization removes a row. A row about a contact holds its id and never its name or address.
create table audit_log (
  organization_id uuid not null references organizations on delete cascade,
  happened_at timestamptz not null default now(),
  id uuid not null default new_id(),
  client_id uuid,
  -- visitor: somebody who did not prove who they are, such as a failed sign-in. system: the person is who asked for it.
  actor_kind text not null check (actor_kind in ('user', 'visitor', 'operator', 'system')),
  actor_id uuid,
  -- As they were, so that a row still tells who it was after the person was renamed or removed.
  actor_name text check (char_length(actor_name) <= 120),
  actor_email text check (char_length(actor_email) <= 254),
  action text not null check (char_length(action) <= 80),
  entity_type text not null check (char_length(entity_type) <= 40),
  entity_id uuid,
  entity_label text check (char_length(entity_label) <= 300),
  outcome text not null check (outcome in ('succeeded', 'refused', 'failed')),
  reason text check (char_length(reason) <= 80),
  affected bigint,
  -- [{ field, from, to }]: values only of fields that are harmless to keep.
  changes jsonb not null default '[]',
  ip_address text check (char_length(ip_address) <= 45),
  user_agent text check (char_length(user_agent) <= 200),
  primary key (organization_id, happened_at, id)
) partition by range (happened_at);
create index audit_log_actor on audit_log (organization_id, actor_id, happened_at, id);
create index audit_log_entity on audit_log (organization_id, entity_id, happened_at);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant on audit_log to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_limit', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_limit', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_limit', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_limit', true), '')::uuid) end
  );
grant select, insert on audit_log to waggle_app;

insert into partitioned_tables (name, keep_months) values ('audit_log', 13);
select keep_partitions();
