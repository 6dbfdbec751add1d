// Two versions of the product side by side: where the older one comes from, and its processes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from './upgrade-balancer.ts';

export type Version = { name: string; folder: string };
export type Role = 'api' | 'edge' | 'worker';
export type Running = Backend & { version: string; role: Role; child: ChildProcess };

const root = new URL('..', import.meta.url).pathname;
export const present: Version = { name: 'new', folder: root };

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The source of a revision with the packages of its own lock file. */
export function checkOut(revision: string): Version {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-upgrade-'));
  const archive = join(folder, 'source.tar');
  const source = join(folder, 'source');
  mkdirSync(source);
  git('archive', '--output', archive, revision);
  execFileSync('tar', ['-xf', archive, '-C', source]);
  rmSync(archive);
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--silent'], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: 'true', LEFTHOOK: '0' },
  });
  return { name: 'old', folder: source };
}

export const throwAway = ({ folder }: Version): void => rmSync(join(folder, '..'), { recursive: true, force: true });

const command = ({ folder }: Version): string => join(folder, 'apps/server/src/cli.ts');

export function migrateWith(version: Version, env: Record<string, string>, ownerUrl: string): Promise<unknown> {
  const child = spawn('node', [command(version), 'migrate'], {
    cwd: version.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, MIGRATION_DATABASE_URL: ownerUrl },
  });
  return succeeded(child, `${version.name} migrate`);
}

export async function startRole(version: Version, role: Role, env: Record<string, string>): Promise<Running> {
  const [port, metricsPort] = [await quietPort(), await quietPort()];
  const child = spawn('node', [command(version), role], {
    cwd: version.folder,
    // Its log is of errors only.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      HOST: '127.0.0.1',
      [`${role.toUpperCase()}_PORT`]: String(port),
      METRICS_PORT: String(metricsPort),
      EDGE_DATA: mkdtempSync(join(tmpdir(), 'waggle-edge-')),
      JOURNAL_DIR: mkdtempSync(join(tmpdir(), 'waggle-journal-')),
    },
  });
  return { version: version.name, role, child, port, isReady: false, wasReady: false, isGone: false, isOut: false };
}

/** Below the ports that outgoing connections get, of which the load opens many between the question and the start. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export async function stopRole(one: Running): Promise<void> {
  one.child.kill('SIGTERM');
  await succeeded(one.child, `${one.version} ${one.role}`);
  one.isOut = true;
}

async function succeeded(child: ChildProcess, name: string): Promise<void> {
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}
