-- When emails of a campaign may leave; null is at any time. Beside it stands the opening that is now or comes next, so that a
-- claim compares two times and reads no zone. Without a scan of the table: what is there has none.
alter table campaigns
  add column sending_window jsonb,
  add column window_opens_at timestamptz,
  add column window_closes_at timestamptz,
  add constraint campaigns_window check ((window_opens_at is null) = (window_closes_at is null) and window_opens_at < window_closes_at) not valid;
grant select (window_opens_at, window_closes_at) on campaigns to waggle_sweep;
