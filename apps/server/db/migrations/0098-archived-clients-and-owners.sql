-- Since when a client is archived; is_active says whether it is. The version before writes is_active alone, so the time may be
-- missing, and then nobody knows it.
alter table clients add column archived_at timestamptz;
update clients set archived_at = updated_at where not is_active;

-- One ADMIN of each organization owns it: who alone may delete it or hand it over. Whoever is ADMIN for longest begins.
alter table members add column is_owner boolean not null default false;
update members set is_owner = true
from (select distinct on (organization_id) organization_id, user_id from members where role = 'ADMIN'
  order by organization_id, created_at, user_id) as oldest
where members.organization_id = oldest.organization_id and members.user_id = oldest.user_id;

-- The first ADMIN of an organization owns it, whichever version or command adds them.
create function public.first_admin_owns() returns trigger language plpgsql as $$
begin
  if new.role = 'ADMIN' and not exists (
    select from public.members where members.organization_id = new.organization_id and members.is_owner) then
    new.is_owner := true;
  end if;
  return new;
end
$$;
create trigger first_admin_owns before insert on members for each row execute function public.first_admin_owns();

alter table members add constraint members_owner_is_admin check (not is_owner or role = 'ADMIN') not valid;
