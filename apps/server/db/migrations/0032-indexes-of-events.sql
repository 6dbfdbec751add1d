-- no transaction
-- One organization's new rows, and whose rows are new. Rows from before are in neither.
create index concurrently contact_activity_written on contact_activity (organization_id, written_in) where written_in is not null;
create index concurrently contact_activity_written_by_all on contact_activity using brin (written_in) with (pages_per_range = 16, autosummarize = on);
create index concurrently engagement_events_written on engagement_events (organization_id, written_in) where written_in is not null;
create index concurrently engagement_events_written_by_all on engagement_events using brin (written_in) with (pages_per_range = 16, autosummarize = on);
