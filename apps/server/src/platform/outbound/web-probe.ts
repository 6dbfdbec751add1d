import { type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { Problem } from '../problem.ts';
import type { Dial } from './dial.ts';

/** What became of a web address. All that goes wrong before an answer is `silent`: why would tell of the network inside. */
export type WebAnswer = { outcome: 'answered'; status: number } | { outcome: 'silent' } | { outcome: 'circular' };

/** Follows an address until something answers that is no redirect. Nothing of a body is read. */
type WebProbe = (address: string, signal: AbortSignal) => Promise<WebAnswer>;

/** Where web servers listen: HTTP and HTTPS, and their usual substitutes. */
export const webPorts: readonly number[] = [80, 443, 8080, 8443];

/** What an answer may take and hold. A browser follows 20 redirects; a link in an email that needs more than 8 is broken. */
const most = { redirects: 8, wholeMs: 15_000, headerBytes: 16_384 };

/** Says "not you" rather than "not there", whichever way it is asked. */
const refusesPrograms = new Set([401, 403, 429]);

type Options = {
  dial: Dial;
  /** Milliseconds for one question and its answer. */
  exchangeMs?: number;
  /** Addresses that need no asking, for example our own. */
  isTrusted?: (url: URL) => boolean;
};

/**
 * Each hop is dialled anew by name, so that a redirect is judged like the address it came from. Nothing is sent but the
 * question: no cookie, no name and password, no referrer, and no proxy of the environment is asked.
 */
export function createWebProbe({ dial, exchangeMs = 5_000, isTrusted = () => false }: Options): WebProbe {
  return async (address, outer) => {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(most.wholeMs)]);
    let url: URL = new URL(address);
    for (let hop = 0; hop <= most.redirects; hop += 1) {
      if (isTrusted(url)) return { outcome: 'answered', status: 200 };
      const reply = await replyOf(dial, { url, signal, exchangeMs });
      outer.throwIfAborted();
      if (reply === null) return { outcome: 'silent' };
      const next = nextOf(reply, url);
      if (next === null) return { outcome: 'answered', status: reply.status };
      url = next;
    }
    return { outcome: 'circular' };
  };
}

type Hop = { url: URL; signal: AbortSignal; exchangeMs: number };

/** Null when nobody answers. Many servers answer HEAD wrongly or not at all, so they are asked again as by a browser. */
async function replyOf(dial: Dial, hop: Hop): Promise<Reply | null> {
  const { signal } = hop;
  for (const method of ['HEAD', 'GET'] as const) {
    const socket = await dialled(dial, hop);
    if (socket === null) return null;
    const reply = await exchange(socket, { ...hop, method }).catch(() => null);
    if (signal.aborted || (reply !== null && (method === 'GET' || !isFailure(reply)))) return reply;
  }
  return null;
}

/** Null when the host cannot or may not be connected to. A limit that is used up is no fault of the host. */
export async function dialled(
  dial: Dial,
  { url, exchangeMs }: Pick<Hop, 'url' | 'exchangeMs'>,
): Promise<Socket | null> {
  try {
    return await dial({ host: nameOf(url), port: portOf(url), timeoutMs: exchangeMs });
  } catch (error) {
    if (error instanceof Problem) throw error;
    return null;
  }
}

/** Without the brackets of an IPv6 address. */
export const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.+)\]$/, '$1');

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

const isFailure = ({ status }: Reply): boolean => status >= 400 && !refusesPrograms.has(status);

type Reply = { status: number; location: string | undefined };

/** Where it leads on to; null when this is the end, also when that is an app or a program. */
export function nextOf({ status, location }: Reply, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return null;
  const next = URL.parse(location, from.href);
  return next && /^https?:$/.test(next.protocol) ? next : null;
}

type Question = Hop & { method: 'HEAD' | 'GET' };

async function exchange(plain: Socket, { method, url, signal, exchangeMs }: Question): Promise<Reply> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(exchangeMs)]);
  const end = () => plain.destroy();
  // What comes after the answer is nobody's any more.
  plain.on('error', end);
  limit.addEventListener('abort', end, { once: true });
  try {
    limit.throwIfAborted();
    const socket = url.protocol === 'https:' ? await secured(plain, nameOf(url)) : plain;
    return await answerOf(socket, method, url);
  } finally {
    limit.removeEventListener('abort', end);
    end();
  }
}

export function secured(socket: Socket, host: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? host : '';
    const tls = startTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
    tls.once('secureConnect', () => resolve(tls));
    tls.on('error', reject);
    socket.once('close', () => reject(new Error('The connection ended.')));
  });
}

function answerOf(socket: Socket, method: Question['method'], url: URL): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'user-agent': 'waggle-link-check/1.0', accept: '*/*' },
      // An agent, even none, would open a connection of its own and leave this one alone.
      createConnection: () => socket,
      host: 'resolved.invalid',
      maxHeaderSize: most.headerBytes,
    });
    // It was handed over paused, so that nothing is lost before somebody reads.
    asked.once('socket', () => socket.resume());
    asked.once('response', ({ statusCode: status = 0, headers }: IncomingMessage) => {
      if (status < 100) reject(new Error('That is no answer of HTTP.'));
      else resolve({ status, location: headers.location });
      socket.destroy();
    });
    asked.on('error', reject);
    socket.once('close', () => reject(new Error('The connection ended.')));
    asked.end();
  });
}
