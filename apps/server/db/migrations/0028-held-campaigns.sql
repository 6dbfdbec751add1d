-- no transaction
-- Prometheus asks every few seconds how many campaigns wait for a person, of whichever organization.
create index concurrently campaigns_held on campaigns (hold_reason) where hold_reason is not null;
