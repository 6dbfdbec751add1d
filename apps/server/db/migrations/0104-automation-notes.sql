-- One more thing people are told: what a step of an automation says to the team.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('campaign-held', 'campaign-failing', 'campaign-finished', 'form-emails-held', 'domain', 'host-stopped', 'import-finished', 'new-sign-in', 'plan-nearly-full', 'automation-note')) not valid;
