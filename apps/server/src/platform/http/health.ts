import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Heartbeats } from '../heartbeats.ts';
import { isDraining } from './draining.ts';

/** Longest a readiness probe waits for the database, in milliseconds. */
const timeoutMs = 2_000;

/** `/healthz` says the process runs; `/readyz` says it can do its work, so that a balancer sends visitors elsewhere. */
export function serveHealth(app: FastifyInstance, database: Database, heartbeats?: Heartbeats): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isDraining(app)) return reply.code(503).send({ status: 'stopping' });
    if (!(await answers(database))) return reply.code(503).send({ status: 'database unavailable' });
    const stuck = heartbeats?.stuck() ?? [];
    if (stuck.length > 0) return reply.code(503).send({ status: 'stuck', loops: stuck });
    return { status: 'ready' };
  });
}

export async function answers(database: Database): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const asked = database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
