// The attacking organization, in a thread of its own: what it costs to send must not be measured as what it costs to answer.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { signReturnPath } from '../apps/server/src/platform/tracking/return-path.ts';
import type { LinkKey } from '../apps/server/src/platform/tracking/mac.ts';
import { type Answer, type Target, worstInputs } from './worst-inputs-list.ts';

export type AttackOptions = {
  origin: string;
  edge: string;
  smtpPort: number;
  cookies: string[];
  organizationId: string;
  contactId: string;
  reports: string;
  linkKey: LinkKey;
  workers: number;
  only: string;
};
export type Sent = { name: string; times: number; statuses: Record<number, number>; slowestMs: number; cut: number };
export type Span = { name: string; from: number; to: number };

/** Milliseconds for what is on its way when it is over. */
const timeoutMs = 5_000;

const options = workerData as AttackOptions;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const linkKey = { ...options.linkKey, secret: Buffer.from(options.linkKey.secret) };

type Asked = { origin: string; headers: Record<string, string> };

function ask({ origin, headers }: Asked, method: string, path: string, body?: unknown): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      origin + path,
      { method, agent, headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString()) }),
        );
      },
    );
    sending.on('error', reject);
    sending.end(payload);
  });
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return {};
  }
}

const sent = new Map<string, Sent>(
  worstInputs.map(({ name }) => [name, { name, times: 0, statuses: {}, slowestMs: 0, cut: 0 }]),
);
const spans: Span[] = [];
const state = { isOver: false };
let turn = 0;
const chosen = worstInputs.filter(({ name }) => name.includes(options.only));

function targetFor(figures: Sent): Target {
  const cookie = options.cookies[turn % options.cookies.length]!;
  const counted = async (asking: Promise<Answer>) => {
    const started = performance.now();
    const answer = await asking;
    figures.statuses[answer.status] = (figures.statuses[answer.status] ?? 0) + 1;
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - started);
    return answer;
  };
  const { origin, edge, contactId, reports, smtpPort, organizationId } = options;
  return {
    call: (method, path, body, headers) =>
      counted(ask({ origin, headers: { cookie, ...headers } }, method, path, body)),
    callAsStranger: (method, path, body, headers = {}) =>
      counted(ask({ origin: path.startsWith('/events') ? edge : origin, headers }, method, path, body)),
    contactId,
    reports,
    smtpPort,
    returnPath: () => `${signReturnPath(linkKey, { organizationId, sendId: randomUUID() })}@bounce.example.org`,
  };
}

async function worker(): Promise<void> {
  while (!state.isOver) {
    const input = chosen[turn++ % chosen.length]!;
    const figures = sent.get(input.name)!;
    const from = Date.now();
    figures.times += 1;
    // A connection that the server cut is an answer of its own kind.
    await input.send(targetFor(figures)).catch(() => void (figures.cut += 1));
    spans.push({ name: input.name, from, to: Date.now() });
  }
}

// The bodies are made by now, which takes seconds of this machine's time.
parentPort!.postMessage('ready');
await once(parentPort!, 'message');
const workers = Array.from({ length: options.workers }, worker);
await once(parentPort!, 'message');
state.isOver = true;
// What waits for a thread may wait for long.
await Promise.race([Promise.all(workers), pause(timeoutMs)]);
parentPort!.postMessage({ sent: [...sent.values()].filter(({ times }) => times > 0), spans });
agent.destroy();
