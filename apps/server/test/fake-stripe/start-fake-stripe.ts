import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Account } from './account.ts';
import { answerApi } from './api.ts';
import { answerCardScript } from './card-api.ts';
import { type Control, createControl } from './control.ts';
import { nextDue } from './due-work.ts';
import { createFaults, type FaultKind } from './faults.ts';
import { parseForm } from './form-body.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { publishableKey, secretKey } from './keys.ts';
import { answerPage } from './pages.ts';
import { fakePrices, newState, type State } from './state.ts';
import { createWebhooks, type Webhook } from './webhooks.ts';

export type FakeStripe = {
  url: string;
  secretKey: string;
  publishableKey: string;
  prices: typeof fakePrices;
  control: Control;
  close(): Promise<void>;
};

type Options = {
  webhook?: Webhook;
  port?: number;
  /** Where its clock starts, in seconds; by default now. */
  startsAt?: number;
  /** What it knew before. */
  state?: State;
  /** Called after every request that may have changed something. */
  onChange?: (state: State) => void;
};

/** Stripe, as far as billing needs it: over HTTP, with a memory, a clock, webhooks and faults. */
export async function startFakeStripe(options: Options = {}): Promise<FakeStripe> {
  const state = options.state ?? newState(options.startsAt ?? Math.floor(Date.now() / 1_000));
  const webhooks = createWebhooks(options.webhook ?? null);
  const faults = createFaults();
  const clock = createClock(state);
  const account: Account = { url: '', state, now: clock.now, request: null, publish: webhooks.take };
  const control = createControl({ account, webhooks, faults, moveClock: (by) => clock.move(account, by) });
  const api = { account, keys: createIdempotencyKeys(clock.now), secretKey };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://fake');
    const body = await text(request);
    const method = request.method ?? 'GET';
    clock.move(account, 0);
    if (pathname.startsWith('/_control/')) return answerControl(control, pathname, body, response);
    const params = parseForm(method === 'POST' ? body : search.slice(1));
    if (!pathname.startsWith('/v1/')) return answerPage(account, { method, path: pathname, params }, response);
    if ('client_secret' in params) {
      const { status, body: said } = answerCardScript(account, pathname, params, publishableKey);
      return sendJson(response, status, said, { 'access-control-allow-origin': '*' });
    }
    const fault = faults.take(method, pathname);
    if (fault && fault !== 'slow' && fault !== 'timeout-after-success') return fail(response, fault);
    const before = async () => (fault === 'slow' ? faults.released() : undefined);
    const answered = await answerApi(api, { method, path: pathname, headers: request.headers, params }, before);
    if (fault === 'timeout-after-success') return void response.socket?.resetAndDestroy();
    return sendJson(response, answered.status, answered.body, answered.headers);
  }

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    answer(request, response)
      .catch((error: unknown) => sendJson(response, 500, { error: { type: 'api_error', message: String(error) } }))
      .finally(() => options.onChange?.(state));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: account.url,
    secretKey,
    publishableKey,
    prices: fakePrices,
    control,
    close: () =>
      new Promise((resolve) => {
        webhooks.close();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Runs on with the machine's clock. While it is moved it stands at each piece of work that falls due. */
function createClock(state: State) {
  let stopped: number | null = null;
  const running = (): number => Math.floor(Date.now() / 1_000) + state.clockOffset;
  return {
    now: (): number => stopped ?? running(),
    move(account: Account, seconds: number): void {
      const until = running() + seconds;
      for (let due = nextDue(account, until); due; due = nextDue(account, until)) {
        stopped = due.at;
        due.run();
      }
      stopped = null;
      state.clockOffset += seconds;
    },
  };
}

const failures: Partial<Record<FaultKind, { status: number; message: string }>> = {
  '500': { status: 500, message: 'An unknown error occurred' },
  '429': { status: 429, message: 'Too many requests hit the API too quickly.' },
};

function fail(response: ServerResponse, fault: FaultKind): void {
  const failure = failures[fault];
  if (!failure) return void response.socket?.resetAndDestroy();
  const code = failure.status === 429 ? { code: 'rate_limit' } : {};
  sendJson(response, failure.status, { error: { type: 'api_error', message: failure.message, ...code } });
}

async function answerControl(control: Control, path: string, body: string, response: ServerResponse): Promise<void> {
  const name = path.slice('/_control/'.length);
  if (!Object.hasOwn(control, name)) return sendJson(response, 404, { message: `There is no control ${name}.` });
  const args = (body === '' ? [] : JSON.parse(body)) as unknown[];
  const call = control[name as keyof Control] as (...args: unknown[]) => Promise<unknown>;
  return sendJson(response, 200, await call(...args));
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
