import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Postgres } from '../apps/server/test/harness/postgres.ts';
import { metricOf } from '../bench/edge-process.ts';
import type { SmallDisk } from './small-disk.ts';

export type Scene = {
  postgres: Postgres;
  owner: pg.Client;
  disks: { database: SmallDisk; edge: SmallDisk };
  api: string;
  edge: string;
  metricsPort: number;
  codes: string[];
  random: () => number;
  secondsFull: number;
  /** Processes that ended by themselves. */
  ended: () => number;
};

/** Seconds until nothing waits on the edge's disk. */
export async function emptied(metricsPort: number): Promise<number> {
  const started = performance.now();
  while ((await metricOf(metricsPort, 'inbox_spooled{').catch(() => -1)) !== 0) {
    if (performance.now() - started > 60_000) return Number.POSITIVE_INFINITY;
    await pause(200);
  }
  return (performance.now() - started) / 1_000;
}

/** Numbers of the scans that were recorded. */
export async function recordedScans(ownerUrl: string): Promise<Set<number>> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ scan: string }>(
    "select payload ->> 'userAgent' as scan from inbox_events where kind = 'scan'",
  );
  await owner.end();
  return new Set(rows.map(({ scan }) => Number(scan.replace('scan ', ''))));
}
