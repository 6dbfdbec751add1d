// The real edge as a process of its own, and codes for it; for measurements and faults.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { journalOf } from './journal-of.ts';

type Settings = { port: number; metricsPort: number; databaseUrl: string; folder: string; flags?: readonly string[] };

export const secretKey = 'a secret for measurements only 012345';

/** `PROFILE=folder pnpm bench edge` leaves a CPU profile of the edge there. */
export const profiled = (): string[] =>
  process.env['PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : [];

export function startEdge({ port, metricsPort, databaseUrl, folder, flags = [] }: Settings): ChildProcess {
  return spawn('node', [...flags, 'apps/server/src/cli.ts', 'edge'], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      JOURNAL_DIR: journalOf(databaseUrl),
      SECRET_KEY: secretKey,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SHUTDOWN_DRAIN_SECONDS: '0',
      HOST: '127.0.0.1',
      EDGE_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      EDGE_DATA: folder,
      WAGGLE_MODE: 'test',
      // All load comes from one address.
      UNSAFE_NO_RATE_LIMITS: 'true',
    },
  });
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Active codes of one organization, as an owner writes them. */
export async function makeCodes(ownerUrl: string, count: number, random: () => number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length: 10 }, () => alphabet[Math.floor(random() * alphabet.length)]).join(''),
  );
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `with house as (insert into organizations (name) values ('Codes') returning id)
       insert into link_targets (short_code, organization_id, kind, ref_id, target_url)
       select code, house.id, 'qr', gen_random_uuid(), 'https://example.com/landing/' || code || '?from=paper'
       from house, unnest($1::text[]) as code`,
      [codes],
    );
  } finally {
    await owner.end();
  }
  return codes;
}

export async function countOf(ownerUrl: string, what: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ count: string }>(`select count(*) from ${what}`);
    return Number(rows[0]?.count);
  } finally {
    await owner.end();
  }
}

/** The value of a metric of this edge process, as Prometheus would read it. */
export async function metricOf(metricsPort: number, line: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(line));
  return Number(found?.split(' ').at(-1) ?? Number.NaN);
}

/** Recorded events, once their number stands still and nothing waits on disk. */
export async function settled(ownerUrl: string, metricsPort: number, what = 'inbox_events'): Promise<number> {
  for (let before = -1, deadline = Date.now() + 60_000; ;) {
    const count = await countOf(ownerUrl, what);
    const spooled = await metricOf(metricsPort, 'inbox_spooled{');
    if ((count === before && spooled === 0) || Date.now() > deadline) return count;
    before = count;
    await pause(1_000);
  }
}

export const startBareRedirect = (port: number, databaseUrl?: string): ChildProcess =>
  spawn('node', ['bare-redirect.ts', String(port), ...(databaseUrl ? [databaseUrl] : [])], {
    cwd: new URL('.', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
