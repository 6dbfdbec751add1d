-- no transaction
-- Who followed one link of a campaign, in the order of the ledger. The client is in it for the wall, as in contact_activity_campaign.
create index concurrently contact_activity_link on contact_activity (organization_id, ref_id, ((data ->> 'linkNo')::int), contact_id) include (client_id)
  where type = 'email.clicked';
