// Five hundred signed-in dashboards, each of which asks again every 30 seconds (L18): what share of one core that costs.
// `pnpm bench polling [dashboards] [seconds]`.
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { ended, registerOffices } from './offices.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';
import { answering, startApi } from './server.ts';
import { type Answer, askSteadily, percentile } from './steady-load.ts';

const dashboards = Number(process.argv[3] ?? 500);
const seconds = Number(process.argv[4] ?? 90);
const everySeconds = 30;
/** What one dashboard asks each time. */
const paths = ['/api/auth/me', '/api/dashboard/start', '/api/campaigns', '/api/qr-codes'];
const goal = 0.4;

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const cookies = await registerOffices(postgres.appUrl(), dashboards);
    const port = await freePort();
    const api = startApi(port, postgres.appUrl(), await freePort());
    try {
      const origin = `http://127.0.0.1:${port}`;
      await answering(`${origin}/readyz`);
      // Everybody once: the sessions of the first half minute are looked up.
      await poll(origin, cookies, everySeconds);
      const used = () => ({ api: cpuSeconds(api.pid ?? 0), database: familyCpuSeconds(postgres.pid()) });
      const before = used();
      const answers = await poll(origin, cookies, seconds);
      return figures(before, used(), answers);
    } finally {
      await ended(api);
    }
  } finally {
    await postgres.destroy();
  }
}

function poll(origin: string, cookies: readonly string[], duration: number): Promise<Answer[]> {
  const perSecond = (dashboards * paths.length) / everySeconds;
  const next = (turn: number) => ({
    path: paths[turn % paths.length]!,
    headers: { cookie: cookies[Math.floor(turn / paths.length) % cookies.length]! },
  });
  return askSteadily({ origin, perSecond, seconds: duration, next });
}

type Used = { api: number; database: number };

function figures(before: Used, after: Used, answers: readonly Answer[]): Figure[] {
  const [api, database] = [(after.api - before.api) / seconds, (after.database - before.database) / seconds];
  const failed = answers.filter(({ status }) => status !== 200).length;
  const p95 = percentile(
    answers.map(({ ms }) => ms),
    0.95,
  );
  return [
    {
      values: {
        dashboards,
        cores: (api + database).toFixed(3),
        goal,
        api: api.toFixed(3),
        database: database.toFixed(3),
      },
      ok: api + database <= goal,
    },
    { values: { calls: answers.length, failed, p95_ms: p95.toFixed(1) }, ok: failed === 0 },
  ];
}
