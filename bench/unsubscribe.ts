// One-click unsubscribes (RFC 8058) of a campaign that was sent (L08), each answered when it is recorded for good, against
// a bare server that commits one row for each POST. Everybody asks more than once. `pnpm bench unsubscribe [readers] [rounds]`.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { until } from '../faults/send-harness.ts';
import { settled } from './edge-process.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { followAll, type Redirects } from './redirect-load.ts';
import { createSentCampaign, linksOf, type SentCampaign } from './sent-campaign.ts';
import { answering } from './server.ts';

const readers = Number(process.argv[3] ?? 2_000);
const rounds = Number(process.argv[4] ?? 7);
const seconds = 3;
const connections = 50;
const goals = { ratio: 0.3, perSecond: 800, p99Ms: 80 };
const form = 'List-Unsubscribe=One-Click';

export async function run(): Promise<Figure[]> {
  const campaign = await createSentCampaign(readers);
  const barePort = await freePort();
  await campaign.harness.owner.query(
    'create table bare_post (id bigint generated always as identity, body text not null)',
  );
  const bare = startBare(barePort, campaign.harness.postgres.ownerUrl());
  try {
    const bareOrigin = `http://127.0.0.1:${barePort}`;
    await answering(`${bareOrigin}/healthz`);
    const { optOuts } = await linksOf(campaign);
    const results: Record<'bare' | 'ours', Redirects[]> = { bare: [], ours: [] };
    for (let round = -1; round < rounds; round += 1) {
      results.bare.push(followAll(bareOrigin, optOuts, seconds, { connections, form }));
      results.ours.push(followAll(campaign.origin, optOuts, seconds, { connections, form }));
      await pause(300);
    }
    return [...figuresOf(results), await recordedFigure(campaign, results.ours), await effectFigure(campaign)];
  } finally {
    bare.kill('SIGKILL');
    await campaign.close();
  }
}

function figuresOf({ bare, ours }: Record<'bare' | 'ours', Redirects[]>): Figure[] {
  const rates = (results: Redirects[]) => results.slice(1).map(({ perSecond }) => perSecond);
  const [perSecond, p99] = [median(rates(ours)), median(ours.slice(1).map((round) => round.p99))];
  return [
    ratioFigure('unsubscribes_per_s', rates(ours), rates(bare), goals.ratio),
    {
      values: { unsubscribes_per_s: Math.round(perSecond), goal: goals.perSecond, p99_ms: p99.toFixed(1), goal_ms: 80 },
      ok: perSecond >= goals.perSecond && p99 <= goals.p99Ms,
    },
  ];
}

async function recordedFigure({ harness, metricsPort }: SentCampaign, ours: Redirects[]): Promise<Figure> {
  const answered = ours.reduce((sum, { requests }) => sum + requests, 0);
  const recorded = await settled(harness.postgres.ownerUrl(), metricsPort, `inbox_events where kind = 'unsubscribe'`);
  return {
    values: { answered, recorded, lost: Math.max(0, answered - recorded) },
    ok: recorded >= answered && recorded <= answered + connections * (rounds + 1),
  };
}

/** However often somebody asked: each reader is unsubscribed, and nobody else. */
async function effectFigure({ harness, mailed }: SentCampaign): Promise<Figure> {
  const unsubscribed = async () => {
    const { rows } = await harness.owner.query<{ people: number; counted: number }>(
      `select count(*) filter (where contacts.status = 'unsubscribed')::int as people,
         count(sends.unsubscribed_at)::int as counted
       from campaign_sends sends join contacts on contacts.organization_id = sends.organization_id and contacts.id = sends.contact_id
       where sends.campaign_id = $1`,
      [mailed.campaignId],
    );
    return rows[0]!;
  };
  const drained = async () =>
    (await harness.owner.query('select from inbox_events where drained_at is null limit 1')).rows.length === 0;
  const started = performance.now();
  await harness.workers.keep(1);
  await until('the inbox to be drained', drained, 600, 250);
  const effect = ((performance.now() - started) / 1_000).toFixed(1);
  const { people, counted } = await unsubscribed();
  return {
    values: { readers, unsubscribed: people, in_ledger: counted, drained_after_s: effect },
    ok: people === readers && counted === readers,
  };
}

const startBare = (port: number, databaseUrl: string): ChildProcess =>
  spawn('node', ['bare-post.ts', String(port), databaseUrl], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
