import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { isDraining } from '../platform/http/draining.ts';
import { answers } from '../platform/http/health.ts';
import type { MailLinks } from './mail/links.ts';
import type { Targets } from './targets.ts';

type Parts = { database: Database; targets: Targets; links: MailLinks };

/** The edge is ready for as long as it can answer alone: a database that is away must not take it out of the balancer. */
export function serveEdgeHealth(app: FastifyInstance, { database, targets, links }: Parts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isDraining(app)) return reply.code(503).send({ status: 'stopping' });
    const unreadable = [...links.unreadableKeys()];
    const keys = unreadable.length > 0 ? { unreadableLinkKeys: unreadable } : {};
    if (await answers(database)) return { status: unreadable.length > 0 ? 'degraded' : 'ready', ...keys };
    if (targets.isComplete()) return { status: 'degraded', database: 'unavailable', ...keys };
    return reply.code(503).send({ status: 'database unavailable' });
  });
}
