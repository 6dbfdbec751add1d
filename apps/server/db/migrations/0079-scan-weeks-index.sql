-- no transaction
-- As that of the days: the weeks of all codes of an organization lie beside each other.
create index concurrently stat_days_weeks on stat_days (organization_id, metric, day, subject_id) where part = 'week';
