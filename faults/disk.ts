// The disk of the database is full, then that of the edge while the database is away: writes are answered 503 and never 500,
// reads and redirects go on, what was acknowledged is there when space is back, and the metrics say so. Needs root, to mount a small
// file system in memory. The log of PostgreSQL lies elsewhere: without room for that it stops, which is `the database away`.
// `pnpm faults disk [seconds full]`
import type { ChildProcess } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { makeCodes, startEdge } from '../bench/edge-process.ts';
import type { Figure } from '../bench/figures.ts';
import { bundleServer, startServer } from '../bench/import-server.ts';
import { answering } from '../bench/server.ts';
import { databaseDisk } from './disk-database.ts';
import { edgeDisk } from './disk-edge.ts';
import type { Scene } from './disk-scene.ts';
import { createRandom } from './random.ts';
import { clusterFolder, createSmallDisk } from './small-disk.ts';

export async function run(): Promise<Figure[]> {
  const secondsFull = Number(process.argv[3] ?? 15);
  await bundleServer();
  const disks = { database: createSmallDisk('database', 300), edge: createSmallDisk('spool', 16) };
  const logs = mkdtempSync(join(tmpdir(), 'waggle-wal-'));
  const children: ChildProcess[] = [];
  let postgres: Postgres | undefined;
  try {
    postgres = await startPostgres({ directory: clusterFolder(disks.database), durable: true });
    await moveLog(postgres, join(disks.database.folder, 'cluster/data/pg_wal'), logs);
    await migrate(postgres.ownerUrl(), () => {});
    const random = createRandom(1);
    const codes = await makeCodes(postgres.ownerUrl(), 200, random);
    const [edgePort, metricsPort] = [await freePort(), await freePort()];
    const databaseUrl = postgres.appUrl();
    const servers = [await startServer('api', databaseUrl), await startServer('worker', databaseUrl)];
    children.push(...servers.map(({ child }) => child));
    for (const server of servers) await server.ready();
    children.push(startEdge({ port: edgePort, metricsPort, databaseUrl, folder: disks.edge.folder }));
    const edge = `http://127.0.0.1:${edgePort}`;
    await answering(`${edge}/readyz`);
    const owner = postgres.ownerUrl();
    const scene = { postgres, disks, api: servers[0]!.origin, edge, metricsPort, codes, random, secondsFull };
    return await play({ ...scene, ended: () => children.filter(({ exitCode }) => exitCode !== null).length }, owner);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres?.stop('SIGKILL');
    for (const disk of Object.values(disks)) disk.remove();
    rmSync(logs, { recursive: true, force: true });
  }
}

async function play(scene: Omit<Scene, 'owner'>, ownerUrl: string): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const figures = [await databaseDisk({ ...scene, owner })];
    await owner.end();
    return [...figures, await edgeDisk(scene)];
  } finally {
    await owner.end().catch(() => {});
  }
}

async function moveLog(postgres: Postgres, from: string, to: string): Promise<void> {
  await postgres.stop();
  cpSync(from, join(to, 'pg_wal'), { recursive: true });
  // The copies belong to whoever copied them.
  const { uid, gid } = statSync(from);
  for (const path of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, path), uid, gid);
  rmSync(from, { recursive: true });
  symlinkSync(join(to, 'pg_wal'), from);
  await postgres.start();
}
