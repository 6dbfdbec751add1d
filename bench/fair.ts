// Whether everybody gets their turn: a thousand schedules that fall due within one minute (L14), and a small campaign
// beside a large one of somebody else (L15). Two workers, to Postfix' smtp-sink. `node bench/run.ts fair [people of each schedule]`.
import { cancelCampaign, sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { createSendHarness, type Mailed, type SendHarness, until } from '../faults/send-harness.ts';
import { isCompleted } from '../faults/send-play.ts';
import { bundle, nodeOptions } from './bundle.ts';
import type { Figure } from './figures.ts';
import { type Sink, startSink } from './sink.ts';

const schedules = { organizations: 200, campaignsOfEach: 5, people: Number(process.argv[3] ?? 500) };
const scheduleGoals = { startSeconds: 30, minutes: 60 };
const neighbours = { large: 100_000, small: 500, goals: { startSeconds: 10, endSeconds: 60 } };

export async function run(): Promise<Figure[]> {
  const sink = await startSink();
  const worker = await bundle('faults/send-worker.ts', 'send-worker.js');
  const harness = await createSendHarness({ SENDING_LEASE_SECONDS: '30' }, worker, nodeOptions);
  try {
    await harness.workers.keep(2);
    return [...(await noisyNeighbour(harness, sink.port)), await manySchedules(harness, sink)];
  } finally {
    await harness.close();
    await sink.stop();
  }
}

async function manySchedules(harness: SendHarness, sink: Sink): Promise<Figure> {
  const { organizations, campaignsOfEach, people } = schedules;
  const all: string[] = [];
  for (let at = 0; at < organizations; at += 1) {
    const organizationId = await harness.organization(people, sink.port);
    for (let no = 0; no < campaignsOfEach; no += 1) all.push((await harness.draft(organizationId)).campaignId);
  }
  const before = sink.messages();
  await harness.owner.query(
    `update campaigns set status = 'ACTIVE', scheduled_at = now() + random() * interval '60 seconds' where id = any($1)`,
    [all],
  );
  const open = () => countOf(harness, `campaigns where status <> 'COMPLETED' and id = any($1)`, [all]);
  await until('all campaigns', async () => (await open()) === 0, scheduleGoals.minutes * 60, 1_000);
  const { rows } = await harness.owner.query<{ start: number; end: number; mails: number }>(
    `select percentile_cont(0.95) within group (order by start) as start, max(done)::float8 as end, sum(mails)::int as mails from (
       select extract(epoch from min(sends.sent_at) - campaigns.scheduled_at) as start,
         extract(epoch from campaigns.completed_at - campaigns.scheduled_at) as done, count(sends.sent_at) as mails
       from campaigns join campaign_sends sends on sends.organization_id = campaigns.organization_id and sends.campaign_id = campaigns.id
       where campaigns.id = any($1) group by campaigns.organization_id, campaigns.id) each`,
    [all],
  );
  const { start, end, mails } = rows[0]!;
  const seen = sink.messages() - before;
  return {
    values: {
      schedules: all.length,
      mails,
      seen_by_server: seen,
      start_p95_s: start.toFixed(1),
      goal: scheduleGoals.startSeconds,
      longest_s: end.toFixed(1),
    },
    ok: start <= scheduleGoals.startSeconds && mails === all.length * people && seen === mails,
  };
}

async function noisyNeighbour(harness: SendHarness, port: number): Promise<Figure[]> {
  const { large, small, goals } = neighbours;
  const noisy = await harness.draft(await harness.organization(large, port));
  const quiet = await harness.draft(await harness.organization(small, port));
  await start(harness, noisy);
  await until('the large one to be sent', async () => (await sentOf(harness, noisy)) > 1_000, 60, 250);
  const asked = performance.now();
  await start(harness, quiet);
  await until('the first mail of the small one', async () => (await sentOf(harness, quiet)) > 0, 60, 50);
  const startSeconds = (performance.now() - asked) / 1_000;
  await until('the end of the small one', async () => (await sentOf(harness, quiet)) === small, 120, 100);
  const endSeconds = (performance.now() - asked) / 1_000;
  const left = large - (await sentOf(harness, noisy));
  await cancelCampaign(harness.contextOf(noisy), noisy.campaignId);
  await until('the end of the large one', () => isCompleted(harness, noisy), 60, 250);
  return [
    {
      values: { neighbour_start_s: startSeconds.toFixed(1), goal: goals.startSeconds },
      ok: startSeconds <= goals.startSeconds,
    },
    {
      values: { neighbour_end_s: endSeconds.toFixed(1), goal: goals.endSeconds, large_left: left },
      ok: endSeconds <= goals.endSeconds && left > 0,
    },
  ];
}

const start = (harness: SendHarness, mailed: Mailed) =>
  sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);

const sentOf = (harness: SendHarness, { campaignId }: Mailed) =>
  countOf(harness, `campaign_sends where campaign_id = $1 and state = 'accepted'`, [campaignId]);

async function countOf({ owner }: SendHarness, what: string, values: unknown[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(`select count(*)::int from ${what}`, values);
  return rows[0]!.count;
}
