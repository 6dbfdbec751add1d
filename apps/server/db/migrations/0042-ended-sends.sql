-- no transaction
-- Those few of a ledger that did not get their mail, for the report, a retry and a person who settles them.
create index concurrently campaign_sends_ended on campaign_sends (organization_id, campaign_id, state, contact_id)
  where state in ('failed', 'suppressed', 'uncertain');
