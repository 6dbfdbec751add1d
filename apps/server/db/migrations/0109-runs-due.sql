-- no transaction
-- The id of an automation is its organization's alone, so the organization in front of it told nothing and cost 17 bytes for each person who waits.
-- The new one comes first: whoever looks for people meanwhile is never without.
create index concurrently automation_runs_waiting on automation_runs (automation_id, version, step, wake_at);
drop index concurrently if exists automation_runs_due;
