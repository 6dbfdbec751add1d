// Scans, and what became of emails, over a year: one half of the events each. Written by two connections, a piece at a time.
import pg from 'pg';
import { asLoader, type Sizes, withoutIndexes } from './analytics-data.ts';

/** How many there are before and afterwards. */
export type Growth = { from: number; to: number; sizes: Sizes };

/** What one email leads to on average: the shares of the kinds below. */
const eventsPerEmail = 1.72;
/** Campaigns and scans that one statement writes. */
const campaignsAtOnce = 50;
const scansAtOnce = 250_000;

export async function loadEvents(ownerUrl: string, growth: Growth): Promise<void> {
  const [owner, other] = [await connect(ownerUrl), await connect(ownerUrl)];
  try {
    await setServer(owner, { autovacuum: 'off', fsync: 'off', max_wal_size: '16GB' });
    await withoutIndexes(owner, ['engagement_events', 'campaign_sends'], () =>
      Promise.all([loadEmails(owner, growth), loadScans(other, growth)]),
    );
    await owner.query('vacuum analyze engagement_events');
    await owner.query('vacuum analyze campaign_sends');
    await setServer(owner, { autovacuum: 'on', fsync: 'on', max_wal_size: '4GB' });
    await owner.query('checkpoint');
  } finally {
    await owner.end();
    await other.end();
  }
}

/** A load that fails begins anew, so nothing of it has to survive a crash. */
async function setServer(owner: pg.Client, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await owner.query(`alter system set ${name} = '${value}'`);
  await owner.query('select pg_reload_conf()');
}

export async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(asLoader);
  return client;
}

/** People of a campaign: between three and five quarters of the average. */
const audienceOf = (events: number, sizes: Sizes) =>
  `floor(${events / 2 / eventsPerEmail / sizes.campaigns} * (0.75 + 0.05 * (no % 11)))::int`;

async function loadEmails(client: pg.Client, { from, to, sizes }: Growth): Promise<void> {
  for (let no = 0; no < sizes.campaigns; no += campaignsAtOnce) {
    const people = `
      (select * from bench.campaigns where no >= ${no} and no < ${no + campaignsAtOnce}) campaign
      cross join lateral generate_series(${audienceOf(from, sizes)}, ${audienceOf(to, sizes)} - 1) person
      cross join lateral (select bench.id_of('send of ' || no, person) as send_id,
        date_trunc('second', sent_at + reach * (0.03 + 0.8 * abs(hashint4(person) % 1000) / 1000.0)) as opened_at) mail`;
    await client.query(`insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, id, client_id, state, attempts, receiver, sent_at,
        delivered_at, opened_at, clicked_at, bounced_at)
      select organization_id, month, id, bench.id_of('contact of ' || organization_no, person), send_id, client_id, 'accepted', 1, 'mailbox' || person % 7 || '.example', sent_at,
        case when person % 100 < 95 then sent_at + interval '30 s' end, case when person % 20 < 7 then opened_at end,
        case when person % 20 = 3 then opened_at + interval '20 s' end, case when person % 100 in (95, 96) then sent_at + interval '40 s' end
      from ${people}`);
    await client.query(`insert into engagement_events (organization_id, happened_at, id, client_id, kind, subject_id, label, label_reason, rule_version, visitor, first_of_day,
        device, send_id, link_no, written_in, written_no)
      select organization_id, happened.at, gen_random_uuid(), client_id, kind, id, label, reason, 1, null, is_first,
        case when kind in ('delivered', 'bounced') then 'other' else (array['phone', 'desktop', 'phone', 'tablet'])[person % 4 + 1] end, send_id, link_no::smallint, null, null
      from ${people} cross join lateral (values
        (person % 100 < 95, 'delivered', sent_at + interval '30 s', 'machine', 'reported', true, null),
        (person % 100 in (95, 96), 'bounced', sent_at + interval '40 s', 'machine', 'reported', true, null),
        (person % 20 < 7, 'opened', opened_at, 'human', 'person', true, null),
        (person % 20 in (1, 2), 'opened', opened_at + reach / 20, 'human', 'person', false, null),
        (person % 20 between 7 and 11, 'opened', sent_at + interval '60 s', 'machine', 'proxy', false, null),
        (person % 20 = 3, 'clicked', opened_at + interval '20 s', 'human', 'person', true, 1 + person % 4)
      ) happened (happens, kind, at, label, reason, is_first, link_no) where happens`);
  }
}

/** A tenth of the codes has two thirds of the scans. Of twenty scans sixteen are by people, each of them for the first time that day. */
async function loadScans(client: pg.Client, { from, to, sizes }: Growth): Promise<void> {
  for (let first = from / 2; first < to / 2; first += scansAtOnce)
    await client.query(`insert into engagement_events (organization_id, happened_at, id, client_id, kind, subject_id, label, label_reason, rule_version, visitor, first_of_day,
        device, written_in, written_no)
      select organization_id, date_trunc('milliseconds', since + random() * days * interval '1 day'), gen_random_uuid(), client_id, 'scanned', code.id, label, 'rule', 1, decode(md5(scan.no::text), 'hex'),
        label = 'human', (array['phone', 'phone', 'phone', 'desktop', 'tablet'])[scan.no % 5 + 1], null, null
      from (select no, floor(${sizes.codes} * power(random(), 6))::int as code_no, case when no % 20 < 16 then 'human' when no % 20 < 19 then 'machine' else 'unsure' end as label
        from generate_series(${first}, ${Math.min(first + scansAtOnce, to / 2) - 1}) no offset 0) scan
      join bench.codes code on code.no = scan.code_no`);
}
