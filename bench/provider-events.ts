// Reports of a provider at a steady pace, three of ten told again (L09), through the real edge to a real worker: how soon
// each is acknowledged, how far the worker falls behind, and whether each has one effect.
// `pnpm bench provider-events [events] [a second]`.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { createRandom } from '../faults/random.ts';
import { createSendHarness, type SendHarness, until } from '../faults/send-harness.ts';
import { profiled, secretKey, settled, startEdge } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { answering } from './server.ts';
import { type Answer, type Asked, askSteadily, percentile } from './steady-load.ts';

const events = Number(process.argv[3] ?? 200_000);
const perSecond = Number(process.argv[4] ?? 2_000);
const repeats = 0.3;
const organizations = 4;
const goals = { ackMs: 100, lagSeconds: 30 };
const secret = 'a-secret-of-24-bytes-as-text';

type Mail = { sendId: string; email: string; path: string; kind: 'Delivery' | 'Bounce' | 'SpamComplaint' };

export async function run(): Promise<Figure[]> {
  const harness = await createSendHarness({ SECRET_KEY: secretKey });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const edge = startEdge({ port, metricsPort, databaseUrl: harness.postgres.appUrl(), folder, flags: profiled() });
  try {
    const each = Math.round((events * (1 - repeats)) / organizations);
    const mails: Mail[] = [];
    for (let at = 0; at < organizations; at += 1) mails.push(...(await sentMails(harness, each)));
    await harness.owner.query('vacuum analyze');
    await harness.workers.keep(1);
    await answering(`http://127.0.0.1:${port}/readyz`);
    return await measure(harness, { port, metricsPort }, mails);
  } finally {
    const gone = new Promise((resolve) => edge.once('exit', resolve));
    edge.kill(profiled().length > 0 ? 'SIGTERM' : 'SIGKILL');
    await gone;
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ports = { port: number; metricsPort: number };

async function measure(harness: SendHarness, { port, metricsPort }: Ports, mails: readonly Mail[]): Promise<Figure[]> {
  const origin = `http://127.0.0.1:${port}`;
  const told = inDisorder(mails);
  const lags: number[] = [];
  const watch = setInterval(() => void lagOf(harness).then((lag) => lags.push(lag)), 1_000);
  const load = { origin, perSecond, seconds: told.length / perSecond, next: (turn: number) => report(told[turn]!) };
  const answers = await askSteadily(load);
  const ended = performance.now();
  // What the database did not take in time waits on the edge's disk.
  await settled(harness.postgres.ownerUrl(), metricsPort);
  await until('the inbox to be drained', async () => (await lagOf(harness)) === 0, 600, 250);
  clearInterval(watch);
  const drainedAfter = (performance.now() - ended) / 1_000;
  return [
    ackFigure(answers),
    lagFigure(Math.max(0, ...lags), drainedAfter),
    await effectFigure(harness, mails, told.length),
  ];
}

function ackFigure(answers: readonly Answer[]): Figure {
  const p99 = percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  const refused = answers.filter(({ status }) => status !== 200).length;
  return {
    values: { events: answers.length, per_s: perSecond, refused, ack_p99_ms: p99.toFixed(1), goal_ms: goals.ackMs },
    ok: refused === 0 && p99 <= goals.ackMs,
  };
}

const lagFigure = (lag: number, drainedAfter: number): Figure => ({
  values: { most_lag_s: lag.toFixed(1), drained_after_s: drainedAfter.toFixed(1), goal_s: goals.lagSeconds },
  ok: lag <= goals.lagSeconds && drainedAfter <= goals.lagSeconds,
});

/** Each mail is delivered, bounced or complained about once, in the ledger, in the figures of its campaign and among the facts. */
async function effectFigure({ owner }: SendHarness, mails: readonly Mail[], told: number): Promise<Figure> {
  const { rows } = await owner.query<Record<string, number>>(
    `select (select count(*)::int from inbox_events) as recorded, (select count(*)::int from engagement_events) as facts,
       (select count(*)::int from campaign_sends where delivered_at is not null) as delivered,
       (select count(*)::int from campaign_sends where bounced_at is not null) as bounced,
       (select count(*)::int from campaign_sends where complained_at is not null) as complained,
       (select sum(coalesce((stats ->> 'delivered')::int, 0) + coalesce((stats ->> 'bounced')::int, 0)
         + coalesce((stats ->> 'complained')::int, 0))::int from campaigns) as figures`,
  );
  const { recorded = 0, facts = 0, delivered = 0, bounced = 0, complained = 0, figures = 0 } = rows[0]!;
  const count = (kind: Mail['kind']) => mails.filter((mail) => mail.kind === kind).length;
  const right = bounced === count('Bounce') && complained === count('SpamComplaint') && delivered >= count('Delivery');
  return {
    values: { told, recorded, different: mails.length, facts, delivered, bounced, complained, in_figures: figures },
    ok: recorded === told && facts === mails.length && figures === delivered + bounced + complained && right,
  };
}

/** The ledger of a campaign that was sent, and a connection whose provider reports. */
async function sentMails({ owner, campaigns, ...harness }: SendHarness, people: number): Promise<Mail[]> {
  const organizationId = await harness.organization(people, 1);
  const { campaignId } = await harness.draft(organizationId);
  const connectionId = randomUUID();
  const sealed = campaigns.settings.secrets.encrypt({ purpose: 'provider-events', owner: organizationId }, secret);
  await owner.query(
    `insert into smtp_connections (organization_id, id, name, kind, host, port, tls, max_connections, events_secret)
     values ($1, $2, 'Postmark', 'smtp', 'smtp.postmarkapp.com', 587, 'starttls', 5, $3)`,
    [organizationId, connectionId, sealed],
  );
  await owner.query(
    `update campaigns set status = 'COMPLETED', campaign_month = date_trunc('month', now())::date, sent_at = now(), audience = $2
     where id = $1`,
    [campaignId, people],
  );
  const { rows } = await owner.query<{ sendId: string; email: string }>(
    `with sent as (insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver, sent_at)
       select organization_id, date_trunc('month', now())::date, $2, id, 'accepted', split_part(email, '@', 2), now()
       from contacts where organization_id = $1 returning id, contact_id)
     select sent.id as "sendId", email from sent join contacts on organization_id = $1 and contacts.id = contact_id`,
    [organizationId, campaignId],
  );
  const path = `/events/postmark/${organizationId}/${connectionId}/${secret}`;
  return rows.map((row, at) => ({ ...row, path, kind: kindOf(at) }));
}

/** Of a hundred two bounce and one complains. */
const kindOf = (at: number): Mail['kind'] => (at % 100 === 0 ? 'SpamComplaint' : at % 50 === 1 ? 'Bounce' : 'Delivery');

/** Every mail once and three of ten reports again, all in any order. */
function inDisorder(mails: readonly Mail[]): Mail[] {
  const random = createRandom(9);
  const again = Array.from({ length: events - mails.length }, () => mails[Math.floor(random() * mails.length)]!);
  return [...mails, ...again]
    .map((mail) => ({ mail, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ mail }) => mail);
}

function report({ sendId, email, path, kind }: Mail): Asked {
  const at = new Date().toISOString();
  const said = kind === 'Delivery' ? { Recipient: email, DeliveredAt: at } : { Email: email, BouncedAt: at };
  const type = kind === 'Bounce' ? { Type: 'HardBounce' } : {};
  const body = JSON.stringify({
    RecordType: kind,
    MessageID: `m-${sendId}`,
    ...type,
    ...said,
    Metadata: { send: sendId },
  });
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body };
}

/** Seconds the oldest report has waited for the worker. */
async function lagOf({ owner }: SendHarness): Promise<number> {
  const { rows } = await owner.query<{ lag: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - min(happened_at)), 0)::float8 as lag
     from inbox_events where drained_at is null`,
  );
  return rows[0]!.lag;
}
