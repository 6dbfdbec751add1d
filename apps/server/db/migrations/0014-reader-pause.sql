-- A reader takes a break from all mail: until when, and when they asked for what now holds. The latest wish wins, in
-- whatever order their wishes are told.
alter table contacts add column mail_paused_until timestamptz, add column mail_pause_asked_at timestamptz;

alter table inbox_events drop constraint inbox_events_kind_check;
-- Not held against the rows that are there: what was allowed before still is.
alter table inbox_events add constraint inbox_events_kind_check
  check (kind in ('scan', 'open', 'click', 'unsubscribe', 'resubscribe', 'pause', 'provider', 'bounce')) not valid;

-- A partitioned table cannot be indexed concurrently. While this is built, edges write to their spools.
-- squawk-ignore require-concurrent-index-deletion
drop index inbox_events_opt_outs;
-- squawk-ignore require-concurrent-index-creation
create index inbox_events_opt_outs on inbox_events (organization_id, id)
  where drained_at is null and kind in ('unsubscribe', 'resubscribe', 'pause');
