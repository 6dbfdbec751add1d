// What the production build of api and worker needs when nobody asks anything (L21). `pnpm bench idle [seconds]`.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { bundleServer, type Server, startServer } from './import-server.ts';
import { ended } from './offices.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';

const seconds = Number(process.argv[3] ?? 60);
/** Seconds after the start that are no rest yet. */
const settleSeconds = 15;
const goals = { rssMb: 220, cpu: 0.01 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const servers: Server[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await bundleServer();
    for (const role of ['api', 'worker'] as const) servers.push(await startServer(role, postgres.appUrl()));
    await Promise.all(servers.map((server) => server.ready()));
    await pause(settleSeconds * 1_000);

    const [api, worker] = servers.map(({ child }) => child.pid ?? 0) as [number, number];
    const used = () => ({
      api: cpuSeconds(api),
      worker: cpuSeconds(worker),
      database: familyCpuSeconds(postgres.pid()),
    });
    const before = used();
    await pause(seconds * 1_000);
    const after = used();
    const share = (who: keyof typeof before) => (after[who] - before[who]) / seconds;
    const [apiMb, workerMb] = [rssMb(api), rssMb(worker)];
    const cpu = share('api') + share('worker');
    return [
      {
        values: { rss_mb: apiMb + workerMb, goal: goals.rssMb, api: apiMb, worker: workerMb },
        ok: apiMb + workerMb <= goals.rssMb,
      },
      {
        values: {
          cpu_percent: percent(cpu),
          goal: percent(goals.cpu),
          api: percent(share('api')),
          worker: percent(share('worker')),
          database: percent(share('database')),
        },
        ok: cpu <= goals.cpu,
      },
    ];
  } finally {
    for (const { child } of servers) await ended(child);
    await postgres.destroy();
  }
}

const percent = (share: number): string => (share * 100).toFixed(2);

const rssMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024);
