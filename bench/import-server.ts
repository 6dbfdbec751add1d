// The whole server in a process of its own, and the calls of a browser that imports a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { bundle, nodeOptions } from './bundle.ts';
import { journalOf } from './journal-of.ts';

export const partBytes = 4 * 1024 * 1024;
export type Role = 'all' | 'api' | 'edge' | 'worker';

const root = new URL('..', import.meta.url).pathname;

export type Server = { child: ChildProcess; origin: string; ready(): Promise<void> };

export const bundleServer = (): Promise<string> => bundle('apps/server/src/cli.ts', 'measured.js');

export async function startServer(
  role: Role,
  databaseUrl: string,
  apiPort?: number,
  env: Record<string, string> = {},
): Promise<Server> {
  const port = apiPort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const [edgePort, workerPort] = [await freePort(), await freePort()];
  const child = spawn('node', [...nodeOptions, 'apps/server/dist/measured.js', role], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: origin,
      DATABASE_URL: databaseUrl,
      JOURNAL_DIR: journalOf(databaseUrl),
      SECRET_KEY: 'a secret for measurements only 012345',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SHUTDOWN_DRAIN_SECONDS: '0',
      REGISTRATION: 'open',
      HOST: '127.0.0.1',
      API_PORT: String(port),
      EDGE_PORT: String(edgePort),
      WORKER_PORT: String(workerPort),
      METRICS_PORT: String(await freePort()),
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  const healthPort = { all: port, api: port, edge: edgePort, worker: workerPort }[role];
  return { child, origin, ready: () => answering(`http://127.0.0.1:${healthPort}/healthz`) };
}

async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
}

/** The most memory the process ever had in RAM, in MB. */
export function peakMemory({ child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

export type Browser = { call: (method: string, path: string, body?: unknown) => Promise<Answer> };
type Answer = Record<string, unknown> & { id: string; state: string };

/** A new organization and its ADMIN. Calls are repeated while the server is away: people press the button again. */
export async function signUp(origin: string): Promise<Browser> {
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    for (;;) {
      const binary = body instanceof Uint8Array;
      const answer = await fetch(origin + path, {
        method,
        headers: {
          cookie,
          origin,
          ...(body === undefined ? {} : { 'content-type': binary ? 'application/octet-stream' : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: binary ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
      }).catch(() => null);
      if (answer === null || answer.status === 503) {
        await pause(200);
        continue;
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return (text === '' ? {} : JSON.parse(text)) as Answer;
    }
  };
  const password = 'violet harbour 42';
  await call('POST', '/api/auth/register', {
    name: 'Bench',
    email: `bench${Date.now()}@house.example`,
    password,
    confirmPassword: password,
    organizationName: 'House',
    organizationType: 'BUSINESS',
  });
  return { call };
}

export async function upload({ call }: Browser, file: Buffer): Promise<string> {
  const { id } = await call('POST', '/api/imports', { name: 'people.csv', bytes: file.length });
  for (let part = 0; part * partBytes < file.length; part += 1)
    await call('PUT', `/api/imports/${id}/parts/${part}`, file.subarray(part * partBytes, (part + 1) * partBytes));
  return id;
}

export async function finished({ call }: Browser, id: string, states: string[]): Promise<Answer> {
  for (;;) {
    const state = await call('GET', `/api/imports/${id}`);
    if (states.includes(state.state)) return state;
    if (state.state === 'failed') throw new Error(`The import failed: ${String(state['failure'])}`);
    await pause(100);
  }
}
