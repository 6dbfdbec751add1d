-- The team is told when emails of a form wait for a sender.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('campaign-held', 'campaign-failing', 'campaign-finished', 'form-emails-held', 'domain', 'import-finished', 'new-sign-in', 'plan-nearly-full')) not valid;
