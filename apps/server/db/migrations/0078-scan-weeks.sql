-- The scans and visitors of a code by week, kept beside its days under the Monday that begins the week: a list of 5,000 codes over 90 days reads 19 rows for each
-- and not 90.
alter table stat_days drop constraint stat_days_part_check;
alter table stat_days add constraint stat_days_part_check check (part in ('all', 'week', 'device', 'country', 'link')) not valid;

-- Whoever counts scans waits until this is done: each is in the sums below or in what is added later, and none in both.
lock table stat_days in share row exclusive mode;
insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
select organization_id, subject_id, metric, 'week', date_trunc('week', day)::date, '', (array_agg(client_id order by day desc))[1], sum(total)
from stat_days where metric in (1, 2) and part = 'all' group by organization_id, subject_id, metric, date_trunc('week', day)::date;
