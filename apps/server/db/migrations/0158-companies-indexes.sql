-- no transaction
-- Contacts by company: of one, and downwards with those who have none at the end.
create index concurrently contacts_by_company on contacts (organization_id, company_key, id);
-- Upwards with them at the end: '2' comes after every key.
create index concurrently contacts_by_company_up on contacts (organization_id, (case when company_key = '' then '2' else company_key end), id);
-- When somebody of a company was last active.
create index concurrently contacts_company_active on contacts (organization_id, company_key, last_activity_at) where company_key <> '';
alter table contacts validate constraint contacts_company_check;
