import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Dial } from './dial.ts';
import { dialled, nameOf, nextOf, secured } from './web-probe.ts';

/** What one page may take and hold. What a page says of itself stands at its beginning. */
const most = { redirects: 4, wholeMs: 6_000, exchangeMs: 4_000, headerBytes: 16_384, bodyBytes: 262_144 };

/** The beginning of the page at an address, as text; null when nobody answers with a page. */
export type ReadWebPage = (address: string) => Promise<string | null>;

type Options = {
  dial: Dial;
  /** Where nobody is sent, for example to ourselves. Asked of every hop. */
  isRefused: (url: URL) => boolean;
};

/**
 * Each hop is dialled anew by name, so that a redirect is judged like the address it came from. Nothing is sent but the
 * question: no cookie, no name and password, no referrer. Nothing of the page is run or asked for.
 */
export function createWebPageReader({ dial, isRefused }: Options): ReadWebPage {
  return async (address) => {
    const signal = AbortSignal.timeout(most.wholeMs);
    let url: URL | null = new URL(address);
    for (let hop = 0; url !== null && hop <= most.redirects; hop += 1) {
      if (isRefused(url)) return null;
      const socket = await dialled(dial, { url, exchangeMs: most.exchangeMs });
      const answer = socket && (await exchange(socket, url, signal).catch(() => null));
      if (!answer) return null;
      if (answer.html !== null) return answer.html;
      url = nextOf(answer, url);
    }
    return null;
  };
}

type Answer = { status: number; location: string | undefined; html: string | null };

async function exchange(plain: Socket, url: URL, whole: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.any([whole, AbortSignal.timeout(most.exchangeMs)]);
  const end = () => plain.destroy();
  // What comes after the answer is nobody's any more.
  plain.on('error', end);
  limit.addEventListener('abort', end, { once: true });
  try {
    limit.throwIfAborted();
    const socket = url.protocol === 'https:' ? await secured(plain, nameOf(url)) : plain;
    const reply = await replyOf(socket, url);
    const { statusCode: status = 0, headers } = reply;
    const isPage = status === 200 && /^text\/html\b/i.test(headers['content-type'] ?? '');
    return { status, location: headers.location, html: isPage ? await beginningOf(reply) : null };
  } finally {
    limit.removeEventListener('abort', end);
    end();
  }
}

function replyOf(socket: Socket, url: URL): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'user-agent': 'waggle-brand/1.0', accept: 'text/html', 'accept-encoding': 'identity' },
      // An agent, even none, would open a connection of its own and leave this one alone.
      createConnection: () => socket,
      host: 'resolved.invalid',
      maxHeaderSize: most.headerBytes,
    });
    asked.once('socket', () => socket.resume());
    asked.once('response', resolve);
    asked.on('error', reject);
    socket.once('close', () => reject(new Error('The connection ended.')));
    asked.end();
  });
}

/** A body that goes on is cut off. */
async function beginningOf(reply: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of reply as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= most.bodyBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, most.bodyBytes).toString('utf8');
}
