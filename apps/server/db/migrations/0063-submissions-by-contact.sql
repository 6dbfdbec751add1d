-- no transaction
-- For rules such as "submitted this form in the last 30 days". The client is in it for the wall, so that the answers need not be read.
create index concurrently form_submissions_people on form_submissions (organization_id, form_id, submitted_at) include (contact_id, client_id);
