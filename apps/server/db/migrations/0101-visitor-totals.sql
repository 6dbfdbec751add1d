-- New visitors (2), as far as roll-ups tell and by the rules of 0071-scan-totals.sql: an hour counts in its first quarter, and a day whose hours are gone
-- in its first too; `waggle recount --repair` puts those whose events are kept into their own quarter.
select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(2::smallint), array_agg(at), array_agg(total))
from (
  select organization_id, client_id, hour as at, sum(total)::bigint as total
  from stat_hours join organizations on organizations.id = organization_id
  where metric = 2 and hour >= (date_trunc('month', now(), 'UTC') - interval '12 months')::date::timestamp at time zone organizations.timezone group by 1, 2, 3
  union all
  select organization_id, client_id, day::timestamp at time zone organizations.timezone, sum(total)::bigint
  from stat_days join organizations on organizations.id = organization_id
  where metric = 2 and part = 'all' and day < (date_trunc('month', now(), 'UTC') - interval '12 months')::date group by 1, 2, 3
) lines having count(*) > 0;
