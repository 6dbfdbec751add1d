// Requests by the clock and not by the answers: a slow server meets the same crowd as a quick one.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string };
export type Answer = {
  /** 0 when there was none. */
  status: number;
  /** Milliseconds from the moment it was due, so that a crowd in front of it counts. */
  ms: number;
  retryAfter: boolean;
};

type Load = {
  origin: string;
  perSecond: number;
  seconds: number;
  /** The request of this turn. */
  next: (turn: number) => Asked;
  /** Connections; who is due while all are in use waits for one. */
  sockets?: number;
};

const tickMs = 2;
const patienceMs = 30_000;

/** Over plain sockets: Node's own client would need the core that is to be measured. Loopback only, bounded in time. */
export async function askSteadily({ origin, perSecond, seconds, next, sockets = 256 }: Load): Promise<Answer[]> {
  if (!origin.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  const port = Number(new URL(origin).port);
  const answers: Answer[] = [];
  const started = performance.now();
  const total = Math.round(perSecond * seconds);
  const dueAt = (turn: number) => started + (turn * 1_000) / perSecond;
  const isDue = () => turn < total && dueAt(turn) <= performance.now();
  const idle: Socket[] = [];
  const open = new Set<Promise<void>>();
  let turn = 0;

  /** One connection takes what is due, one after the other, until nothing is. */
  async function work(first: Socket): Promise<void> {
    let socket = first;
    while (isDue()) {
      const own = turn++;
      const answer = await exchange(socket, textOf(next(own), port));
      answers.push({ ...answer, ms: performance.now() - dueAt(own) });
      if (answer.status === 0 || socket.destroyed) socket = connectTo(port);
    }
    idle.push(socket);
  }

  for (; turn < total; await pause(tickMs)) {
    for (let due = Math.ceil(((performance.now() - started) / 1_000) * perSecond) - turn; due > 0; due -= 1) {
      if (open.size >= sockets || !isDue()) break;
      const working: Promise<void> = work(idle.pop() ?? connectTo(port)).finally(() => open.delete(working));
      open.add(working);
    }
  }
  await Promise.all(open);
  for (const socket of idle) socket.destroy();
  return answers;
}

function connectTo(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  return socket.setTimeout(patienceMs, () => socket.destroy());
}

function textOf({ method = 'GET', path, headers = {}, body }: Asked, port: number): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

/** One request and the answer to it. */
function exchange(socket: Socket, text: string): Promise<Omit<Answer, 'ms'>> {
  return new Promise((resolve) => {
    let got = '';
    const end = (whole: boolean) => {
      socket.off('data', hear).off('close', gone);
      const status = whole ? Number(got.slice(9, 12)) : 0;
      resolve({ status, retryAfter: /\r\nretry-after: \d/i.test(got.slice(0, got.indexOf('\r\n\r\n'))) });
    };
    const gone = () => end(false);
    const hear = (bytes: Buffer) => {
      got += bytes.toString('latin1');
      if (isWhole(got)) end(true);
    };
    if (socket.destroyed) return gone();
    socket.on('data', hear).on('close', gone);
    socket.write(text);
  });
}

function isWhole(got: string): boolean {
  const head = got.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(got.slice(0, head))?.[1];
  if (length === undefined) return got.endsWith('\r\n0\r\n\r\n') || /^HTTP\/1.1 (204|304)/.test(got);
  return got.length >= head + 4 + Number(length);
}

/** The value that so large a share of the answers keeps to. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
