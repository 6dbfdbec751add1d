-- no transaction
-- Scans and visitors of all codes in a period, and the first day on which there were any: by the key of the table each code is a look of its own. A row is
-- in it once for each day of a code; counting on changes nothing that is indexed.
create index concurrently stat_days_scans on stat_days (organization_id, metric, day, subject_id) where metric in (1, 2) and part = 'all';
