// People of many organizations ask five times as much as the api can answer (L16): the rest is told at once to come back,
// those who are taken wait no more than twice as long, and all is normal soon after. `pnpm bench overload [seconds] [times]`.
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { visit } from './closed-loop.ts';
import { profiled } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { ended, registerOffices } from './offices.ts';
import { answering, startApi } from './server.ts';
import { type Answer, askSteadily, percentile } from './steady-load.ts';

const seconds = Number(process.argv[3] ?? 60);
const times = Number(process.argv[4] ?? 5);
const offices = 41;
/** As many as are worked on at a time: nobody waits for a place. */
const users = 20;
const paths = ['/api/contacts?limit=25', '/api/campaigns', '/api/auth/me', '/api/qr-codes', '/api/dashboard/start'];
const goals = { shedMs: 50, times: 2, backSeconds: 10 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const cookies = await registerOffices(postgres.appUrl(), offices);
    const port = await freePort();
    const api = startApi(port, postgres.appUrl(), await freePort(), { flags: profiled() });
    try {
      return await measure(`http://127.0.0.1:${port}`, cookies);
    } finally {
      if (profiled().length > 0) api.kill('SIGTERM');
      if (profiled().length > 0) await pause(5_000);
      await ended(api);
    }
  } finally {
    await postgres.destroy();
  }
}

async function measure(origin: string, cookies: string[]): Promise<Figure[]> {
  await answering(`${origin}/readyz`);
  const next = (turn: number) => ({
    path: paths[turn % paths.length]!,
    headers: { cookie: cookies[turn % cookies.length]! },
  });
  visit(origin, { cookie: cookies, paths, users, seconds: 3 });
  const full = visit(origin, { cookie: cookies, paths, users, seconds: 10 });
  const perSecond = Math.round(full.requests / 10);

  const ready = watchReady(origin);
  const answers = await askSteadily({ origin, perSecond: perSecond * times, seconds, next, sockets: 400 });
  const notReady = await ready.stop();
  const backAfter = await normalAgain(
    () => askSteadily({ origin, perSecond: perSecond / 4, seconds: 1, next }),
    full.p99,
  );
  return [
    { values: { capacity_per_s: perSecond, p99_ms: full.p99.toFixed(1), offered_per_s: perSecond * times }, ok: true },
    shedFigure(answers, notReady),
    acceptedFigure(answers, full.p99),
    { values: { normal_after_s: backAfter.toFixed(1), goal_s: goals.backSeconds }, ok: backAfter <= goals.backSeconds },
  ];
}

function shedFigure(answers: readonly Answer[], notReady: number): Figure {
  const shed = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => status !== 503 && status !== 200).length;
  const silent = shed.filter(({ retryAfter }) => !retryAfter).length;
  const p99 = percentile(
    shed.map(({ ms }) => ms),
    0.99,
  );
  return {
    values: {
      shed: shed.length,
      p99_ms: p99.toFixed(1),
      goal_ms: goals.shedMs,
      without_retry_after: silent,
      others,
      not_ready: notReady,
    },
    ok: shed.length > 0 && p99 <= goals.shedMs && silent === 0 && others === 0 && notReady === 0,
  };
}

function acceptedFigure(answers: readonly Answer[], usual: number): Figure {
  const taken = answers.filter(({ status }) => status === 200);
  const p99 = percentile(
    taken.map(({ ms }) => ms),
    0.99,
  );
  return {
    values: {
      accepted_per_s: Math.round(taken.length / seconds),
      p99_ms: p99.toFixed(1),
      usual_ms: usual.toFixed(1),
      times: (p99 / usual).toFixed(2),
      goal: goals.times,
    },
    ok: p99 <= goals.times * usual,
  };
}

/** A balancer that asks every second. A process that sheds is not one that is broken. */
function watchReady(origin: string) {
  let refused = 0;
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => {
    asked.push(fetch(`${origin}/readyz`).then(({ ok }) => void (refused += ok ? 0 : 1)));
  }, 1_000);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await Promise.all(asked);
      return refused;
    },
  };
}

/** Seconds until a whole second of ordinary load is answered as before. */
async function normalAgain(ask: () => Promise<Answer[]>, usual: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const since = (performance.now() - started) / 1_000;
    const answers = await ask();
    const p99 = percentile(
      answers.map(({ ms }) => ms),
      0.99,
    );
    if ((answers.every(({ status }) => status === 200) && p99 <= goals.times * usual) || since > 60) return since;
  }
}
