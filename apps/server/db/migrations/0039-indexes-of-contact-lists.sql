-- no transaction
-- Contacts in the order of their last activity, status and source. Ids rise with time, so those alike stand by age.
create index concurrently contacts_active on contacts (organization_id, last_activity_at, id);
create index concurrently contacts_by_status on contacts (organization_id, status, id);
create index concurrently contacts_by_source on contacts (organization_id, source, id);
