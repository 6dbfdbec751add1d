-- no transaction
create index concurrently form_submissions_words on form_submissions using gin (search_words);
create index concurrently form_submissions_id on form_submissions (organization_id, id);
-- Those for whom the plan had no place.
create index concurrently form_submissions_waiting on form_submissions (organization_id, form_id, submitted_at, id) where outcome = 'over-limit';
