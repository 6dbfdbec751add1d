-- no transaction
-- For the key to members, which also finds tasks that are done.
create index concurrently contact_tasks_member on contact_tasks (organization_id, assignee_id);
