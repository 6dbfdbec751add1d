-- When a test email of this sender was last accepted by a server; null until then, and again once its address changes.
alter table senders add column tested_at timestamptz;

-- Who hears that the domain is verified or broken. No key: the domain outlives the person's membership.
alter table sending_domains add column added_by uuid;

-- How the person keeps the start list on Overview.
alter table members add column start_list text not null default 'open' check (start_list in ('open', 'collapsed', 'dismissed'));
