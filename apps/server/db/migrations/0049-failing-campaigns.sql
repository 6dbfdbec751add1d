-- When the team was told that many emails of it fail, so that they are told once.
alter table campaigns add column failing_at timestamptz;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('campaign-held', 'campaign-failing', 'campaign-finished', 'domain', 'import-finished', 'new-sign-in', 'plan-nearly-full')) not valid;
