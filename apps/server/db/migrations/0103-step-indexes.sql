-- no transaction
alter table campaigns validate constraint campaigns_step;
-- The campaigns of a step; of those that send one for each month of entry, entry in it, content, and month of their ledger.
create index concurrently campaigns_of_step on campaigns (organization_id, automation_id, step_id) where automation_id is not null;
create unique index concurrently campaigns_sending_step on campaigns (organization_id, automation_id, step_id, step_month, step_pass, step_content, campaign_month)
  where step_month is not null and cancelled_at is null and deleted_at is null;
