// Organizations with one person each, registered by the calls of a browser, for crowds of signed-in people.
import type { ChildProcess } from 'node:child_process';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { answering, startApi } from './server.ts';

const password = 'violet harbour 42';

/** By a process of its own without limits: nobody else may register so many from one address. Answers their cookies. */
export async function registerOffices(databaseUrl: string, count: number): Promise<string[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { WAGGLE_MODE: 'test', UNSAFE_NO_RATE_LIMITS: 'true', REGISTRATION: 'open', LOG_LEVEL: 'fatal' };
  const api = startApi(port, databaseUrl, await freePort(), { env });
  try {
    await answering(`${origin}/healthz`);
    const cookies: string[] = [];
    for (let no = 0; no < count; no += 1) cookies.push(await register(origin, no));
    return cookies;
  } finally {
    await ended(api);
  }
}

async function register(origin: string, no: number): Promise<string> {
  const names = { name: 'Ada Pine', organizationName: `Office ${no}`, email: emailOf(no) };
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...names, password, confirmPassword: password }),
  });
  if (!answer.ok) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

export const emailOf = (no: number): string => `ada${no}@office.example`;
export const officePassword = password;

export function ended(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  else return Promise.resolve();
  return gone;
}
