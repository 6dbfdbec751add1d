-- When people open (62), as the hours of campaigns tell: by the hour of the organization's clock, without deleted campaigns and emails to one contact.
select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(62::smallint), array_agg(hour), array_agg(total))
from (
  select stat_hours.organization_id, stat_hours.client_id, hour, sum(total)::bigint as total
  from stat_hours join campaigns on campaigns.organization_id = stat_hours.organization_id and campaigns.id = stat_hours.subject_id
  where metric = 21 and deleted_at is null and contact_id is null group by 1, 2, 3
) lines having count(*) > 0;
