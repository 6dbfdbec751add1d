// What the production build of api and worker needs when nobody asks anything (L21). `pnpm bench idle [seconds]`.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { bundleServer, type Role, type Server, startServer } from './import-server.ts';
import { ended } from './offices.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';

/** Seconds after the start that are no rest yet. */
const settleSeconds = 15;
const goals = { rssMb: 220, cpu: 0.01 };

export const run = (): Promise<Figure[]> => idle(['api', 'worker'], Number(process.argv[3] ?? 60));

/** The goals are for api and worker together, which is the smallest installation of two processes. */
export async function idle(roles: readonly Role[], seconds: number): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const servers: Server[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await bundleServer();
    for (const role of roles) servers.push(await startServer(role, postgres.appUrl()));
    await Promise.all(servers.map((server) => server.ready()));
    await pause(settleSeconds * 1_000);

    const pids = servers.map(({ child }) => child.pid ?? 0);
    const used = () => [...pids.map(cpuSeconds), familyCpuSeconds(postgres.pid())];
    const before = used();
    await pause(seconds * 1_000);
    const shares = used().map((after, at) => (after - before[at]!) / seconds);
    const sizes = pids.map(rssMb);
    const [mb, cpu] = [sum(sizes), sum(shares.slice(0, -1))];
    return [
      { values: { rss_mb: mb, goal: goals.rssMb, ...named(roles, sizes) }, ok: mb <= goals.rssMb },
      {
        values: {
          cpu_percent: percent(cpu),
          goal: percent(goals.cpu),
          ...named([...roles, 'database'], shares.map(percent)),
        },
        ok: cpu <= goals.cpu,
      },
    ];
  } finally {
    for (const { child } of servers) await ended(child);
    await postgres.destroy();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const named = <Value>(names: readonly string[], values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(names.map((name, at) => [name, values[at]!]));

const percent = (share: number): string => (share * 100).toFixed(2);

const rssMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024);
