import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { publicUrl, type TestApi } from '../harness/test-api.ts';

const worker = fileURLToPath(new URL('../../../../faults/send-worker.ts', import.meta.url));

/** Worker processes of their own, so that they can be killed. */
export function createWorkerProcesses(api: () => TestApi) {
  let workers: ChildProcess[] = [];

  return {
    start(): ChildProcess {
      const { DATABASE_URL, SECRET_KEY } = api().config;
      const env = {
        ...process.env,
        WAGGLE_MODE: 'test',
        PUBLIC_URL: publicUrl,
        DATABASE_URL,
        SECRET_KEY,
        SMTP_URL: api().mail.url,
        DNS_SERVERS: '127.0.0.1:1',
        ALLOW_PRIVATE_MAIL_SERVERS: 'true',
        LOG_LEVEL: 'silent',
        SENDING_LEASE_SECONDS: '3',
      };
      const child = fork(worker, { execArgv: [], env });
      workers.push(child);
      return child;
    },
    async endAll(): Promise<void> {
      await Promise.all(workers.map((child) => end(child, 'SIGTERM')));
      workers = [];
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
