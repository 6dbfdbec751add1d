-- no transaction
create index concurrently campaigns_contact on campaigns (organization_id, contact_id, created_at) where contact_id is not null;
