// The real worker as a process of its own, for measurements. `WORKER_FLAGS='--cpu-prof'` go to Node.
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { journalOf } from './journal-of.ts';
import { answering } from './server.ts';

export async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const [port, metrics] = [await freePort(), await freePort()];
  const worker = spawn(
    'node',
    [...(process.env['WORKER_FLAGS'] ?? '').split(' ').filter(Boolean), 'apps/server/src/cli.ts', 'worker'],
    {
      cwd: new URL('..', import.meta.url).pathname,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PUBLIC_URL: 'http://127.0.0.1:1',
        DATABASE_URL: databaseUrl,
        JOURNAL_DIR: journalOf(databaseUrl),
        SECRET_KEY: 'a secret for measurements only 012345',
        SMTP_URL: 'smtp://127.0.0.1:1',
        SHUTDOWN_DRAIN_SECONDS: '0',
        HOST: '127.0.0.1',
        WORKER_PORT: String(port),
        METRICS_PORT: String(metrics),
      },
    },
  );
  await answering(`http://127.0.0.1:${port}/readyz`);
  return worker;
}
