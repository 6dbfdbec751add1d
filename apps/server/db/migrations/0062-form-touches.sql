-- What led somebody to the form: a scan or a click, its code or campaign, and when. No keys: figures of old scans are deleted before what people sent.
alter table form_submissions
  add column touch_kind text,
  add column touch_id uuid,
  add column touch_subject_id uuid,
  add column touch_at timestamptz;
alter table form_submissions add constraint form_submissions_touch check (
  touch_kind in ('scan', 'click') and touch_id is not null and touch_subject_id is not null and touch_at is not null
  or num_nonnulls(touch_kind, touch_id, touch_subject_id, touch_at) = 0) not valid;
