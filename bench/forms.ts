// Submissions of a public form. First: as many as one edge takes, each with its proof of work checked and recorded for good,
// against a bare server that commits one row for each POST. Then: 400 a second while a worker makes contacts of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { settled } from './edge-process.ts';
import { type Figure, ratioFigure } from './figures.ts';
import { postAll } from './forms-load.ts';
import { createFormsScene, createVisitors, type FormsScene } from './forms-scene.ts';
import { answering } from './server.ts';
import { askSteadily, percentile } from './steady-load.ts';
import { startWorker } from './worker-process.ts';

const rounds = Number(process.argv[3] ?? 7);
const roundSeconds = 3;
/** More than are sent in a round. */
const perRound = 30_000;
const steady = { perSecond: 400, seconds: Number(process.argv[4] ?? 30) };
const goals = { ratio: 0.6, p99Ms: 150, readableMs: 2_000 };

export async function run(): Promise<Figure[]> {
  const scene = await createFormsScene();
  const barePort = await freePort();
  let bare: ChildProcess | undefined;
  let worker: ChildProcess | undefined;
  try {
    await scene.owner.query('create table bare_post (id bigint generated always as identity, body text not null)');
    bare = startBare(barePort, scene.postgres.ownerUrl());
    const bareOrigin = `http://127.0.0.1:${barePort}`;
    await answering(`${bareOrigin}/healthz`);
    await scene.startEdge();
    const visitor = createVisitors(scene.formId);
    const accepted = await compare(scene, bareOrigin, visitor);
    bare.kill('SIGKILL');

    worker = await startWorker(scene.postgres.appUrl());
    const drained = await drainedFigure(scene, accepted.sum);
    return [accepted.figure, accepted.recorded, drained, ...(await keepUp(scene, visitor))];
  } finally {
    bare?.kill('SIGKILL');
    worker?.kill('SIGKILL');
    await scene.close();
  }
}

type Visitor = ReturnType<typeof createVisitors>;

/** In turns, so that work of others on the machine falls on both alike. The first round warms up. */
async function compare(scene: FormsScene, bareOrigin: string, visitor: Visitor) {
  const rates: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  let sum = 0;
  for (let round = -1; round < rounds; round += 1) {
    const requests = Array.from({ length: perRound }, visitor);
    const [plain, ours] = [postAll(bareOrigin, requests, roundSeconds), postAll(scene.origin, requests, roundSeconds)];
    sum += ours.accepted;
    if (round >= 0) rates.bare.push(plain.perSecond);
    if (round >= 0) rates.ours.push(ours.perSecond);
    await pause(300);
  }
  // Those that were answered after the clock of a round had ended are stored as well: up to one for each connection.
  const stored = await settled(
    scene.postgres.ownerUrl(),
    scene.metricsPort,
    `inbox_events where kind = 'form-submission'`,
  );
  const spare = 64 * (rounds + 1);
  return {
    sum: stored,
    figure: ratioFigure('submissions_per_s', rates.ours, rates.bare, goals.ratio),
    recorded: {
      values: { accepted: sum, stored, lost: Math.max(0, sum - stored) },
      ok: stored >= sum && stored <= sum + spare,
    },
  };
}

/** What screens show, which is kept with each submission: to count 100,000 rows twenty times a second would slow all others. */
const counts = async ({ owner, formId, organizationId }: FormsScene) =>
  (
    await owner.query<{ submissions: number; contacts: number }>(
      `select (select submissions from forms where id = $1)::int as submissions,
         coalesce((select counted from contact_counts where organization_id = $2), 0)::int as contacts`,
      [formId, organizationId],
    )
  ).rows[0]!;

async function drainedFigure(scene: FormsScene, stored: number): Promise<Figure> {
  const started = performance.now();
  let now = await counts(scene);
  for (const deadline = Date.now() + 600_000; now.submissions < stored && Date.now() < deadline; await pause(250))
    now = await counts(scene);
  const seconds = (performance.now() - started) / 1_000;
  return {
    values: { backlog: stored, ...now, drained_per_s: Math.round(stored / seconds) },
    ok: now.submissions === stored && now.contacts === stored,
  };
}

/** How long each takes to be there as submission and contact, by the order in which they were accepted. */
async function keepUp(scene: FormsScene, visitor: Visitor): Promise<Figure[]> {
  const total = steady.perSecond * steady.seconds;
  const requests = Array.from({ length: total }, visitor);
  const before = (await counts(scene)).contacts;
  const started = performance.now();
  const seen: { at: number; there: number }[] = [];
  const look = async () => {
    for (const deadline = started + (steady.seconds + 60) * 1_000; performance.now() < deadline; await pause(50)) {
      const there = (await counts(scene)).contacts - before;
      seen.push({ at: performance.now() - started, there });
      if (there >= total) return;
    }
  };
  const load = { origin: scene.origin, ...steady, next: (turn: number) => requests[turn]! };
  const [answers] = await Promise.all([askSteadily(load), look()]);
  const accepted = answers.filter(({ status }) => status === 200).length;
  const p99 = percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  const waits = requests.map((_, turn) => {
    const sent = (turn * 1_000) / steady.perSecond;
    return (seen.find(({ there }) => there > turn)?.at ?? Number.POSITIVE_INFINITY) - sent;
  });
  const readable = percentile(waits, 0.95);
  return [
    {
      values: { per_s: steady.perSecond, accepted, of: total, p99_ms: p99.toFixed(1), goal_ms: goals.p99Ms },
      ok: accepted === total && p99 <= goals.p99Ms,
    },
    {
      values: { readable_p95_ms: Math.round(readable), goal_ms: goals.readableMs },
      ok: readable <= goals.readableMs,
    },
  ];
}

const startBare = (port: number, databaseUrl: string): ChildProcess =>
  spawn('node', ['bare-post.ts', String(port), databaseUrl], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
