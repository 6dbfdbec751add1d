-- What a person was told of, in the bell and by email. A row holds ids; names are read from the records when it is shown, and a
-- row whose record is gone is not shown. At most a hundred rows of a person are kept.
create table notifications (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  user_id uuid not null,
  -- Of the record; of what concerns the account alone, the client the person is limited to.
  client_id uuid,
  kind text not null check (kind in ('campaign-held', 'campaign-finished', 'domain', 'import-finished', 'new-sign-in', 'plan-nearly-full')),
  -- What happened, so that a person is told of it once however often it is handed over.
  cause text not null check (char_length(cause) <= 120),
  record_id uuid,
  -- What the record does not say later: the reason of a hold, the device of a sign-in.
  facts jsonb not null default '{}',
  in_app boolean not null,
  by_email boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  emailed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, user_id, cause),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index notifications_person on notifications (organization_id, user_id, created_at);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_limit', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_limit', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_limit', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_limit', true), '')::uuid) end
  );
grant select, insert, update, delete on notifications to waggle_app;

create function public.announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'notifications:' || new.organization_id || '::' || new.user_id);
  return null;
end
$$;
create trigger announce after insert or update of read_at on notifications for each row execute function public.announce_notification();

-- Only what the person changed: { kind: { app?, email? } }.
alter table members add column notification_choices jsonb not null default '{}';
