import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../client-network.ts';
import type { Log } from '../log.ts';

/** An address is named once in this many milliseconds. */
const quietMs = 3_600_000;
/** Addresses named in that time: strangers can send the header too, and must not be able to fill the log. */
const mostNamed = 20;

/**
 * A proxy that is not listed in TRUSTED_PROXIES makes all its visitors one address: they share the limits, and one of them
 * can use them up for all.
 */
export function warnOfUnlistedProxy(log: Pick<Log, 'warn'>, now: () => number = Date.now) {
  let since = now();
  let named = new Set<string>();

  return (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    if (request.headers['x-forwarded-for'] !== undefined && !isListed(request)) name(request);
    done();
  };

  function name(request: FastifyRequest): void {
    if (now() - since >= quietMs) {
      since = now();
      named = new Set();
    }
    const address = clientNetwork(request.socket.remoteAddress ?? '');
    if (named.has(address) || named.size >= mostNamed) return;
    named.add(address);
    log.warn({ address }, 'X-Forwarded-For from an address that is not in TRUSTED_PROXIES was ignored');
  }
}

/** Whoever is believed has added at least one address before the own one. */
const isListed = (request: FastifyRequest): boolean => (request.ips?.length ?? 1) > 1;
