-- no transaction
-- For rules such as "did not open this campaign". The client is in it for the wall, so that the table itself need not be read.
create index concurrently contact_activity_campaign on contact_activity (organization_id, ref_id, type, contact_id) include (client_id)
  where type in ('email.sent', 'email.opened', 'email.clicked', 'email.bounced');
