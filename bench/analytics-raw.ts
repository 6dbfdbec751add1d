// Figures of the two screens counted from raw rows, as they would be without roll-ups, for the largest organization.
import pg from 'pg';
import { median } from './figures.ts';

const organization = `(select id from bench.organizations where no = 0)`;
const zone = `(select timezone from bench.organizations where no = 0)`;
const since = (days: number) => `now() - interval '${days} days'`;

const scans = (days: number) => `
  select subject_id, count(*) filter (where happened_at >= ${since(days)}) as scans, count(*) as with_before from engagement_events
  where organization_id = ${organization} and kind = 'scanned' and label = 'human' and happened_at >= ${since(2 * days)} group by 1 order by 2 desc`;

/** What a page of codes needs; `by_day` is the trend. */
const byDay = `
  select subject_id, (happened_at at time zone ${zone})::date, count(*) from engagement_events
  where organization_id = ${organization} and kind = 'scanned' and label = 'human' and happened_at >= ${since(30)} group by 1, 2`;

const campaigns = (days: number) => `
  select campaign.id, sent.*, read.* from campaigns campaign
  cross join lateral (select count(*) as people, count(delivered_at) as delivered, count(bounced_at) as bounced from campaign_sends send
    where send.organization_id = campaign.organization_id and send.campaign_id = campaign.id and send.campaign_month = campaign.campaign_month) sent
  cross join lateral (select count(distinct send_id) filter (where kind = 'opened' and label = 'human') as opened,
    count(distinct send_id) filter (where kind = 'clicked' and label = 'human') as clicked from engagement_events event
    where event.organization_id = campaign.organization_id and event.subject_id = campaign.id) read
  where campaign.organization_id = ${organization} and campaign.sent_at >= ${since(2 * days)}`;

const statuses = `select status, count(*) from contacts where organization_id = ${organization} group by 1`;

const growth = (days: number) => `
  select (created_at at time zone ${zone})::date as day, count(*), count(*) filter (where status in ('active', 'lead')) from contacts
  where organization_id = ${organization} and created_at >= ${since(2 * days)} group by 1 order by 1`;

const raw: Record<string, string[]> = {
  overview_30d: [statuses, campaigns(30), scans(30), byDay],
  overview_90d: [statuses, campaigns(90), scans(90), byDay],
  campaigns_90d: [campaigns(90)],
  codes_90d: [scans(90), byDay],
  growth_1y: [statuses, growth(365)],
};

/** Milliseconds of each, the median of three: with warm pages, as the calls have them. */
export async function measureRaw(ownerUrl: string): Promise<Map<string, number>> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const times = new Map<string, number>();
    for (const [name, statements] of Object.entries(raw)) {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const started = performance.now();
        for (const statement of statements) await owner.query(statement);
        rounds.push(performance.now() - started);
      }
      times.set(name, median(rounds));
    }
    return times;
  } finally {
    await owner.end();
  }
}
