-- no transaction
-- Of two who hand over at once, one is told that somebody else owns it by now. This is the wall behind that rule.
create unique index concurrently members_one_owner on members (organization_id) where is_owner;
alter table members validate constraint members_owner_is_admin;
