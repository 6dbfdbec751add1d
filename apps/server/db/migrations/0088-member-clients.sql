-- People may be limited to several clients. They work in one of them at a time, so every wall stays that of one client.
-- client_id is the one they begin with, and says whether they are limited at all.
alter table members add column client_ids uuid[] not null default '{}';
alter table invitations add column client_ids uuid[] not null default '{}';
update members set client_ids = array[client_id] where client_id is not null;
update invitations set client_ids = array[client_id] where client_id is not null;

-- The version before writes client_id alone, and means that one client.
create function public.keep_client_ids() returns trigger language plpgsql as $$
begin
  if new.client_id is null then
    new.client_ids := '{}';
  elsif array_position(new.client_ids, new.client_id) is null then
    new.client_ids := array[new.client_id];
  end if;
  return new;
end
$$;
create trigger keep_client_ids before insert or update of client_id, client_ids on members
  for each row execute function public.keep_client_ids();
create trigger keep_client_ids before insert or update of client_id, client_ids on invitations
  for each row execute function public.keep_client_ids();

alter policy tenant on members
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or nullif(current_setting('app.client_limit', true), '')::uuid = any(client_ids))
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or nullif(current_setting('app.client_limit', true), '')::uuid = any(client_ids))
  );
alter policy tenant on invitations
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or nullif(current_setting('app.client_limit', true), '')::uuid = any(client_ids))
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (coalesce(current_setting('app.client_limit', true), '') = '' or nullif(current_setting('app.client_limit', true), '')::uuid = any(client_ids))
  );
alter policy colleagues on directory.users using (
  organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
  and (coalesce(current_setting('app.client_limit', true), '') = '' or exists (
    select from public.members where members.organization_id = users.organization_id and members.user_id = users.id
      and nullif(current_setting('app.client_limit', true), '')::uuid = any(members.client_ids)))
);
