// The roll-ups of all events, counted anew from them by SQL: the rules are those of the recounts, which a sample is compared with.
import type pg from 'pg';
import { metric } from '../apps/server/src/features/engagement/metrics.ts';
import { withoutIndexes } from './analytics-data.ts';
import { connect } from './analytics-events.ts';

const { scan, email, sentEmail, total } = metric;

export async function fillRollUps(ownerUrl: string): Promise<void> {
  const clients = [await connect(ownerUrl), await connect(ownerUrl)];
  const [owner] = clients as [pg.Client, pg.Client];
  try {
    await owner.query('truncate stat_hours, stat_days, campaign_progress, campaign_progress_deltas, campaign_cohorts');
    const { rows } = await owner.query<{ month: string }>(
      `select to_char(generate_series(date_trunc('month', now() - interval '1 year'), now(), '1 month'), 'YYYY-MM-DD') as month`,
    );
    const months = rows.map(({ month }) => month);
    const work = async (client: pg.Client) => {
      for (let month = months.pop(); month; month = months.pop()) {
        await client.query(hoursOf(month));
        await client.query(daysOf(month));
      }
    };
    await withoutIndexes(owner, ['stat_hours', 'stat_days'], () => Promise.all(clients.map(work)));
    await owner.query(weeks);
    await owner.query(codes);
    await owner.query(campaigns);
    await owner.query(totals);
    for (const table of ['stat_hours', 'stat_days', 'metric_totals', 'qr_codes', 'campaigns', 'campaign_progress'])
      await owner.query(`vacuum analyze ${table}`);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** The metrics an event counts for, as rows beside it. */
const counted = `lateral (values
  (case kind
    when 'scanned' then case label when 'human' then ${scan.scans} when 'machine' then ${scan.machine} else ${scan.unsure} end
    when 'opened' then case label when 'human' then ${email.opens} when 'machine' then ${email.machineOpens} else ${email.unsureOpens} end
    when 'clicked' then case label when 'human' then ${email.clicks} when 'machine' then ${email.machineClicks} else ${email.unsureClicks} end
    when 'delivered' then ${email.delivered} when 'bounced' then ${email.bounced} end),
  (case when first_of_day then case kind when 'scanned' then ${scan.newVisitors} when 'opened' then ${email.uniqueOpens} when 'clicked' then ${email.uniqueClicks} end end)
) counts (metric)`;

/** A month of each organization's calendar, so that no hour and no day is counted in two pieces. */
const eventsOf = (month: string) => `(
  select event.*, timezone from engagement_events event join bench.organizations organization on organization.id = event.organization_id
  where happened_at >= '${month}'::date - 1 and happened_at < '${month}'::date + interval '1 month 1 day'
    and happened_at >= '${month}'::timestamp at time zone timezone and happened_at < ('${month}'::timestamp + interval '1 month') at time zone timezone) event`;

const hoursOf = (month: string) => `
  insert into stat_hours (organization_id, subject_id, metric, hour, slot, client_id, total)
  select organization_id, subject_id, metric, date_trunc('hour', happened_at, timezone), 0, client_id, count(*)
  from ${eventsOf(month)} cross join ${counted} where metric is not null group by 1, 2, 3, 4, 6`;

const daysOf = (month: string) => `
  insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
  select organization_id, subject_id, metric, cut.part, (happened_at at time zone timezone)::date, cut.value, client_id, count(*)
  from ${eventsOf(month)} cross join ${counted} cross join lateral (values
    ('all', ''), ('link', link_no::text), ('device', case when metric in (${scan.scans}, ${email.opens}, ${email.clicks}) then device end)
  ) cut (part, value)
  where metric is not null and cut.value is not null group by 1, 2, 3, 4, 5, 6, 7`;

const weeks = `
  insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
  select organization_id, subject_id, metric, 'week', date_trunc('week', day)::date, '', (array_agg(client_id))[1], sum(total)
  from stat_days where metric in (${scan.scans}, ${scan.newVisitors}) and part = 'all' group by organization_id, subject_id, metric, date_trunc('week', day)::date`;

const codes = `
  update qr_codes code set scans = counted.scans, last_scan_at = counted.last_scan_at from (
    select subject_id, count(*) as scans, max(happened_at) as last_scan_at from engagement_events where kind = 'scanned' and label = 'human' group by 1
  ) counted where counted.subject_id = code.id`;

const campaigns = `
  insert into campaign_progress (organization_id, campaign_id, client_id, state, people)
    select organization_id, campaign_id, client_id, state, count(*) from campaign_sends group by 1, 2, 3, 4;
  update campaigns campaign set audience = mails.people, stats = jsonb_strip_nulls(jsonb_build_object('delivered', mails.delivered, 'opened', mails.opened, 'clicked', mails.clicked,
    'bounced', mails.bounced, 'machineOpened', nullif(machines.opened, 0), 'progress', jsonb_build_object('accepted', mails.people)))
  from (select campaign_id, count(*) as people, count(delivered_at) as delivered, count(opened_at) as opened, count(clicked_at) as clicked, count(bounced_at) as bounced
      from campaign_sends group by 1) mails
    left join (select subject_id, count(*) as opened from engagement_events where kind = 'opened' and label = 'machine' group by 1) machines on machines.subject_id = mails.campaign_id
  where campaign.id = mails.campaign_id`;

/** Scans, and emails by when they left, of organizations and clients. Every campaign here has deliveries reported, so nothing is estimated. */
const totals = `
  delete from metric_totals where metric in (${scan.scans}, ${scan.newVisitors}, ${total.firstOpens}) or metric between ${sentEmail.sent} and ${sentEmail.estimated};
  insert into campaign_cohorts (organization_id, campaign_id, client_id, quarter, is_folded, sent, delivered, opened, clicked, bounced)
    select organization_id, campaign_id, client_id, date_bin('15 minutes', sent_at, timestamptz '2000-01-01 00:00:00+00'), true, count(*), count(delivered_at),
      count(opened_at), count(clicked_at), count(bounced_at)
    from campaign_sends where state = 'accepted' group by 1, 2, 3, 4;
  select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total)) from (
    select organization_id, client_id, counts.metric::smallint as metric, date_bin('15 minutes', happened_at, timestamptz '2000-01-01 00:00:00+00') as at, count(*) as total
      from engagement_events cross join lateral (values (${scan.scans}), (case when first_of_day then ${scan.newVisitors} end)) counts (metric)
      where kind = 'scanned' and label = 'human' and counts.metric is not null group by 1, 2, 3, 4
    union all
    select organization_id, client_id, ${total.firstOpens}::smallint, hour, sum(total)::bigint from stat_hours where metric = ${email.uniqueOpens} group by 1, 2, 4
    union all
    select organization_id, client_id, line.metric::smallint, quarter, line.total from campaign_cohorts cross join lateral (values (${sentEmail.sent}, sent),
      (${sentEmail.delivered}, delivered), (${sentEmail.opened}, opened), (${sentEmail.clicked}, clicked), (${sentEmail.bounced}, bounced)) line (metric, total)
    where line.total > 0
  ) lines group by organization_id`;
