// The organization that works while another one attacks: it reads its screens at a steady rate, and somebody scans its code.
import { setTimeout as pause } from 'node:timers/promises';
import type { Organization, Server } from './worst-inputs-server.ts';

export type Visit = { path: string; status: number; at: number; ms: number };

const perSecond = 20;
/** Milliseconds after which nobody waits any more; as bad as a 500. */
const timeoutMs = 30_000;
const neverCame = 599;

/** The calls behind the contact list, the campaign list and the dashboard, and a printed code. */
export async function screensOf({ origin, edge }: Server, { cookies: [cookie = ''] }: Organization): Promise<string[]> {
  const send = async (path: string, body: unknown) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { shortCode: string };
  };
  for (let no = 0; no < 20; no += 1)
    await send('/api/campaigns', { name: `News ${no}`, subject: 'Hi', htmlContent: '<p>Hi</p>' });
  const { shortCode } = await send('/api/qr-codes', { name: 'Window', targetUrl: 'https://www.example.com/menu' });
  const calls = [
    '/api/contacts?limit=50',
    '/api/contacts/summary',
    '/api/campaigns',
    '/api/dashboard/start',
    '/api/auth/me',
  ];
  return [...calls.map((path) => origin + path), `${edge}/qr/${shortCode}`];
}

/** Asks at a steady rate, whether or not the answers before have come: a slow server must not be asked less. */
export async function visit(
  { cookies: [cookie = ''] }: Organization,
  paths: string[],
  seconds: number,
): Promise<Visit[]> {
  const asked: Promise<Visit>[] = [];
  const started = performance.now();
  for (let no = 0; no < seconds * perSecond; no += 1) {
    await pause(Math.max(0, started + (no * 1_000) / perSecond - performance.now()));
    asked.push(ask(paths[no % paths.length]!, cookie));
  }
  return Promise.all(asked);
}

async function ask(path: string, cookie: string): Promise<Visit> {
  const [at, started] = [Date.now(), performance.now()];
  const asking = fetch(path, { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const status = await asking.then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => neverCame,
  );
  return { path: new URL(path).pathname, status, at, ms: performance.now() - started };
}
