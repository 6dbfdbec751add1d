// The links and the pixel of a campaign that was sent (L04, L05), followed at the real edge by 50 connections, against
// bare Fastify answering a constant redirect in the same run. `pnpm bench tracking [readers] [rounds]`.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { settled, startBareRedirect } from './edge-process.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { followAll, type Redirects } from './redirect-load.ts';
import { createSentCampaign, linksOf } from './sent-campaign.ts';
import { answering } from './server.ts';

const readers = Number(process.argv[3] ?? 2_000);
/** Many short rounds in turns: work of others on the machine then falls on all alike. */
const rounds = Number(process.argv[4] ?? 10);
const seconds = 3;
const connections = 50;
const goals = { ratio: 0.45, perSecond: 5_000, p99Ms: 40 };

const kinds = ['bare', 'clicks', 'opens'] as const;
type Measured = Record<(typeof kinds)[number], Redirects[]>;

export async function run(): Promise<Figure[]> {
  const campaign = await createSentCampaign(readers);
  const barePort = await freePort();
  const bare = startBareRedirect(barePort);
  try {
    const bareOrigin = `http://127.0.0.1:${barePort}`;
    await answering(`${bareOrigin}/healthz`);
    const { clicks, opens } = await linksOf(campaign);
    const results = await measure({
      bare: () => followAll(bareOrigin, clicks, seconds, { connections }),
      clicks: () => followAll(campaign.origin, clicks, seconds, { connections }),
      opens: () => followAll(campaign.origin, opens, seconds, { connections }),
    });
    const ownerUrl = campaign.harness.postgres.ownerUrl();
    const recordedOf = (kind: string) => settled(ownerUrl, campaign.metricsPort, `inbox_events where kind = '${kind}'`);
    return [
      ...figuresOf('clicks', results, await recordedOf('click')),
      ...figuresOf('opens', results, await recordedOf('open')),
    ];
  } finally {
    bare.kill('SIGKILL');
    await campaign.close();
  }
}

/** The first round warms up and does not count towards the rates; what it recorded does. */
async function measure(rides: Record<keyof Measured, () => Redirects>): Promise<Measured> {
  const results: Measured = { bare: [], clicks: [], opens: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of kinds) {
      results[kind].push(rides[kind]());
      await pause(300);
    }
  }
  return results;
}

function figuresOf(kind: 'clicks' | 'opens', { bare, ...ours }: Measured, recorded: number): Figure[] {
  const rates = (results: Redirects[]) => results.slice(1).map(({ perSecond }) => perSecond);
  const [perSecond, p99] = [median(rates(ours[kind])), median(ours[kind].slice(1).map((round) => round.p99))];
  const counted = ours[kind].reduce((sum, { requests }) => sum + requests, 0);
  return [
    ratioFigure(`${kind}_per_s`, rates(ours[kind]), rates(bare), goals.ratio),
    {
      values: { [`${kind}_per_s`]: Math.round(perSecond), goal: goals.perSecond, p99_ms: p99.toFixed(1), goal_ms: 40 },
      ok: perSecond >= goals.perSecond && p99 <= goals.p99Ms,
    },
    // What a connection was waiting for when its time was up is recorded and not counted by the load.
    {
      values: { [kind]: counted, recorded, lost: Math.max(0, counted - recorded) },
      ok: recorded >= counted && recorded <= counted + connections * (rounds + 1),
    },
  ];
}
