-- no transaction
-- The last sending of each client of an agency: one look for each, where the index by time alone would read a year of campaigns.
create index concurrently campaigns_last_sent on campaigns (organization_id, client_id, sent_at)
  where sent_at is not null and deleted_at is null and contact_id is null;
