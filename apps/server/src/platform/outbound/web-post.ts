import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Dial } from './dial.ts';
import { dialled, nameOf, secured } from './web-probe.ts';

/** What one message may take, and how much of the answer is read. */
const most = { exchangeMs: 10_000, headerBytes: 16_384, bodyBytes: 2_048 };

/** What came of it. All that goes wrong before an answer is `silent`: why would tell of the network inside. */
export type Posted = { outcome: 'answered'; status: number; body: string; isCut: boolean } | { outcome: 'silent' };

export type WebPost = (address: string, message: { body: string; headers: Record<string, string> }) => Promise<Posted>;

/**
 * Tells a server that somebody else named. The name is dialled as every name of others is: resolved once, and never on a private
 * network. No redirect is followed, so nothing goes anywhere but where it was asked to. No cookie, no proxy of the environment.
 */
export function createWebPost({ dial, timeoutMs = most.exchangeMs }: { dial: Dial; timeoutMs?: number }): WebPost {
  return async (address, message) => {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return { outcome: 'silent' };
    const limit = AbortSignal.timeout(timeoutMs);
    const socket = await dialled(dial, { url, exchangeMs: timeoutMs });
    return (socket && (await exchange(socket, url, message, limit).catch(() => null))) ?? { outcome: 'silent' };
  };
}

type Message = Parameters<WebPost>[1];

async function exchange(plain: Socket, url: URL, message: Message, limit: AbortSignal): Promise<Posted> {
  const end = () => plain.destroy();
  // What comes after the answer is nobody's any more.
  plain.on('error', end);
  limit.addEventListener('abort', end, { once: true });
  try {
    limit.throwIfAborted();
    const socket = url.protocol === 'https:' ? await secured(plain, nameOf(url)) : plain;
    const reply = await replyOf(socket, url, message);
    const { statusCode: status = 0 } = reply;
    return { outcome: 'answered', status, ...(await beginningOf(reply)) };
  } finally {
    limit.removeEventListener('abort', end);
    end();
  }
}

function replyOf(socket: Socket, url: URL, { body, headers }: Message): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'user-agent': 'waggle-webhook/1.0',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
        ...headers,
      },
      // An agent, even none, would open a connection of its own and leave this one alone.
      createConnection: () => socket,
      host: 'resolved.invalid',
      maxHeaderSize: most.headerBytes,
    });
    asked.once('socket', () => socket.resume());
    asked.once('response', resolve);
    asked.on('error', reject);
    socket.once('close', () => reject(new Error('The connection ended.')));
    asked.end(body);
  });
}

/** A body that goes on is cut off. */
async function beginningOf(reply: IncomingMessage): Promise<{ body: string; isCut: boolean }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of reply as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > most.bodyBytes) break;
  }
  return { body: Buffer.concat(pieces).subarray(0, most.bodyBytes).toString('utf8'), isCut: bytes > most.bodyBytes };
}
