import type { FastifyInstance } from 'fastify';
import { createAddressLimit } from '../address-limit.ts';
import type { Config } from '../config.ts';
import { hostIn, installationHosts } from './host-name.ts';
import type { Hosts } from './hosts.ts';

/** Where a proxy asks before it gets a certificate for a name. It comes by address, not by name. */
export const tlsAskPath = '/internal/tls/ask';

type Parts = { config: Config; hosts: Pick<Hosts, 'current'> };

/**
 * Caddy's convention for on-demand TLS: 200 for a name that answers here, 404 for any other, and nothing else. Answered from
 * memory, so that a storm of names nobody has costs neither the database nor a certificate.
 */
export function serveTlsAsk(app: FastifyInstance, { config, hosts }: Parts): void {
  const own = new Set(installationHosts(config));
  const allow = createAddressLimit(config.UNSAFE_NO_RATE_LIMITS);
  app.get(tlsAskPath, { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (!allow(request.ip)) return reply.code(429).send();
    const { domain } = request.query as { domain?: unknown };
    const name = typeof domain === 'string' && domain.length <= 300 ? hostIn(domain) : '';
    const isServed = own.has(name) || (await hosts.current()).find(name) !== undefined;
    return reply.code(isServed ? 200 : 404).send();
  });
}
