-- What became of a campaign's emails by the quarter of an hour in which a mail server took them. Each statement that writes the ledger adds rows,
-- so that writers never wait for each other; a worker folds them into one row for each quarter and carries the difference into metric_totals.
create table campaign_cohorts (
  -- No keys: the check of one would lock the row of the organization or the campaign in every write of a ledger.
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  -- Of the contacts.
  client_id uuid,
  -- When the quarter begins.
  quarter timestamptz not null,
  is_folded boolean not null default false,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  primary key (organization_id, id)
);
create unique index campaign_cohorts_folded on campaign_cohorts (organization_id, campaign_id, quarter, client_id) nulls not distinct where is_folded;
create index campaign_cohorts_unfolded on campaign_cohorts (organization_id, campaign_id) where not is_folded;
-- Rows that are not folded live for a second or two.
alter table campaign_cohorts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table campaign_cohorts enable row level security;
alter table campaign_cohorts force row level security;
create policy tenant on campaign_cohorts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_cohorts to waggle_app;
create policy sweep on campaign_cohorts for select to waggle_sweep using (true);
grant select (organization_id, campaign_id, is_folded) on campaign_cohorts to waggle_sweep;

-- Whoever writes a ledger waits until this is done: each email is counted below or by the triggers, and none by both.
lock table campaign_progress_deltas, campaign_mailbox_deltas in share mode;

create or replace function public.count_added_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, count(*) from added group by 1, 2, 3, 4
  union all
  select organization_id, campaign_id, client_id, 'retryable', count(*) from added where state = 'failed' and retryable group by 1, 2, 3;
  insert into public.campaign_mailbox_deltas (organization_id, campaign_id, client_id, provider, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, public.mailbox_provider(receiver), sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced)
  from (
    select organization_id, campaign_id, client_id, receiver, (state = 'accepted')::int as sent, (delivered_at is not null)::int as delivered,
      (opened_at is not null)::int as opened, (clicked_at is not null)::int as clicked, (bounced_at is not null)::int as bounced
    from added where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
  ) counted group by 1, 2, 3, 4;
  insert into public.campaign_cohorts (organization_id, campaign_id, client_id, quarter, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, date_bin('15 minutes', sent_at, timestamptz '2000-01-01 00:00:00+00'), count(*), count(delivered_at),
    count(opened_at), count(clicked_at), count(bounced_at)
  from added where state = 'accepted' and sent_at is not null group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace function public.count_changed_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, sum(people) from (
    select organization_id, campaign_id, client_id, state, 1 as people from after
    union all select organization_id, campaign_id, client_id, state, -1 from before
    union all select organization_id, campaign_id, client_id, 'retryable', 1 from after where state = 'failed' and retryable
    union all select organization_id, campaign_id, client_id, 'retryable', -1 from before where state = 'failed' and retryable
  ) moved group by 1, 2, 3, 4 having sum(people) <> 0;
  insert into public.campaign_mailbox_deltas (organization_id, campaign_id, client_id, provider, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, public.mailbox_provider(receiver), sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced)
  from (
    select organization_id, campaign_id, client_id, receiver, (state = 'accepted')::int as sent, (delivered_at is not null)::int as delivered,
      (opened_at is not null)::int as opened, (clicked_at is not null)::int as clicked, (bounced_at is not null)::int as bounced
    from after where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
    union all select organization_id, campaign_id, client_id, receiver, -(state = 'accepted')::int as sent, -(delivered_at is not null)::int as delivered,
      -(opened_at is not null)::int as opened, -(clicked_at is not null)::int as clicked, -(bounced_at is not null)::int as bounced
    from before where state = 'accepted' or bounced_at is not null or opened_at is not null or clicked_at is not null or delivered_at is not null
  ) moved group by 1, 2, 3, 4
  having sum(sent) <> 0 or sum(delivered) <> 0 or sum(opened) <> 0 or sum(clicked) <> 0 or sum(bounced) <> 0;
  -- Only what a mail server took: of anything else there is no moment at which it was sent.
  insert into public.campaign_cohorts (organization_id, campaign_id, client_id, quarter, sent, delivered, opened, clicked, bounced)
  select organization_id, campaign_id, client_id, date_bin('15 minutes', sent_at, timestamptz '2000-01-01 00:00:00+00'), sum(by), sum(delivered), sum(opened),
    sum(clicked), sum(bounced)
  from (
    select organization_id, campaign_id, client_id, sent_at, 1 as by, (delivered_at is not null)::int as delivered, (opened_at is not null)::int as opened,
      (clicked_at is not null)::int as clicked, (bounced_at is not null)::int as bounced
    from after where state = 'accepted' and sent_at is not null
    union all select organization_id, campaign_id, client_id, sent_at, -1, -(delivered_at is not null)::int, -(opened_at is not null)::int,
      -(clicked_at is not null)::int, -(bounced_at is not null)::int
    from before where state = 'accepted' and sent_at is not null
  ) moved group by 1, 2, 3, 4
  having sum(by) <> 0 or sum(delivered) <> 0 or sum(opened) <> 0 or sum(clicked) <> 0 or sum(bounced) <> 0;
  return null;
end
$$;

-- What was sent already stands in the quarter in which its campaign began, as the figures said until now; `waggle recount --repair` puts it into its own.
insert into campaign_cohorts (organization_id, campaign_id, client_id, quarter, is_folded, sent, delivered, opened, clicked, bounced)
select organization_id, id, client_id, date_bin('15 minutes', sent_at, timestamptz '2000-01-01 00:00:00+00'), true, sent,
  coalesce((stats ->> 'delivered')::bigint, 0), coalesce((stats ->> 'opened')::bigint, 0), coalesce((stats ->> 'clicked')::bigint, 0),
  least(sent, coalesce((stats ->> 'bounced')::bigint, 0))
from (
  select campaigns.*, coalesce(case when counts_kept then accepted.people else (stats -> 'progress' ->> 'accepted')::bigint end, 0) as sent
  from campaigns left join (
    select organization_id, campaign_id, sum(people) as people from (
      select organization_id, campaign_id, people from campaign_progress where state = 'accepted'
      union all select organization_id, campaign_id, people from campaign_progress_deltas where state = 'accepted'
    ) kept group by 1, 2
  ) accepted on accepted.organization_id = campaigns.organization_id and accepted.campaign_id = campaigns.id
  where sent_at is not null
) campaign where sent > 0;

-- 50 to 55 as `totalsOf` in campaigns/cohorts has it: an email of a campaign of which nothing is reported counts as delivered unless it came back.
select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(quarter), array_agg(total))
from (
  select cohort.organization_id, campaigns.client_id, line.metric::smallint, quarter, line.total
  from campaign_cohorts cohort join campaigns on campaigns.organization_id = cohort.organization_id and campaigns.id = cohort.campaign_id
    cross join lateral (values (50, sent), (51, case when delivered > 0 then delivered else sent - bounced end), (52, opened), (53, clicked), (54, bounced),
      (55, case when delivered > 0 then 0 else sent - bounced end)) line (metric, total)
  where deleted_at is null and contact_id is null and line.total <> 0
) lines having count(*) > 0;
