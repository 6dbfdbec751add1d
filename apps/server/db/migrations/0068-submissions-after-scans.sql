-- no transaction
-- Whom codes led to a form, by when they scanned: the first steps of the funnel.
create index concurrently form_submissions_scanned on form_submissions (organization_id, touch_at, touch_subject_id, contact_id) where touch_kind = 'scan';
