-- A partitioned table cannot lose an index concurrently; it is gone in an instant, and inbox_events_promised serves the version before.
-- squawk-ignore require-concurrent-index-deletion
drop index inbox_events_opt_outs;
