import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { isDraining } from '../platform/http/draining.ts';
import { answers } from '../platform/http/health.ts';
import type { Targets } from './targets.ts';

/** The edge is ready for as long as it can answer alone: a database that is away must not take it out of the balancer. */
export function serveEdgeHealth(app: FastifyInstance, database: Database, targets: Targets): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isDraining(app)) return reply.code(503).send({ status: 'stopping' });
    if (await answers(database)) return { status: 'ready' };
    if (targets.isComplete()) return { status: 'degraded', database: 'unavailable' };
    return reply.code(503).send({ status: 'database unavailable' });
  });
}
