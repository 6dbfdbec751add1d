// The real API as a process of its own, for measurements.
import { type ChildProcess, spawn } from 'node:child_process';
import { demoPassword } from '../apps/server/db/seed/scenarios.ts';
import { journalOf } from './journal-of.ts';

export function startApi(
  port: number,
  databaseUrl: string,
  metricsPort: number,
  { flags = [], env = {} }: { flags?: readonly string[]; env?: Record<string, string> } = {},
): ChildProcess {
  return spawn('node', [...flags, 'apps/server/src/cli.ts', 'api'], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      JOURNAL_DIR: journalOf(databaseUrl),
      SECRET_KEY: 'a secret for measurements only 012345',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SHUTDOWN_DRAIN_SECONDS: '0',
      HOST: '127.0.0.1',
      API_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
}

/** As the admin of the demo agency; answers the cookie. */
export async function signIn(origin: string): Promise<string> {
  await answering(`${origin}/healthz`);
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'priya@fernhill.example', password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('waggle.session_token='));
  return session?.split(';')[0] ?? '';
}

export async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer.`);
}
