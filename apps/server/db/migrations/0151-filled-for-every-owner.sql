-- Row security holds for the owner of these tables too, unless that is a superuser: what 0088, 0096, 0098 and 0145 fill in stayed empty
-- there, without an error. Nothing changes where it was filled in.
alter table organizations no force row level security;
alter table members no force row level security;
alter table invitations no force row level security;
alter table brands no force row level security;
alter table automations no force row level security;

update members set client_ids = array[client_id] where client_id is not null and client_ids = '{}';
update invitations set client_ids = array[client_id] where client_id is not null and client_ids = '{}';

update brands set tier = organizations.subscription_tier from organizations
  where organizations.id = brands.organization_id and brands.client_id is null and brands.tier is distinct from organizations.subscription_tier;

update members set is_owner = true
from (select distinct on (organization_id) organization_id, user_id from members where role = 'ADMIN'
  order by organization_id, created_at, user_id) as oldest
where members.organization_id = oldest.organization_id and members.user_id = oldest.user_id
  and not exists (select from members owner where owner.organization_id = oldest.organization_id and owner.is_owner);

update automations set paused_at = updated_at where hold_reason is not null and paused_at is null;

alter table organizations force row level security;
alter table members force row level security;
alter table invitations force row level security;
alter table brands force row level security;
alter table automations force row level security;
