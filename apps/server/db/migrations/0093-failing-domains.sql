-- Since when a record of a domain that was verified is missing or wrong. Null for one that failed before this was kept, and for all others.
alter table sending_domains add column failing_since timestamptz;
