import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { isAnswered } from '../database/silence.ts';
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

/** At most one question of a pool on a connection of its own: probes may be asked by anybody. */
const asking = new WeakMap<pg.Pool, Promise<boolean>>();

/**
 * Whether the database answers. A pool that has no connection left says nothing about it: a balancer that took a busy process out
 * would give its visitors to the others, which are as busy, and at the end to one that is about to close.
 */
export async function answers({ pool }: Database): Promise<boolean> {
  if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) {
    const asked = asking.get(pool) ?? isAnswered(pool, timeoutMs).finally(() => asking.delete(pool));
    asking.set(pool, asked);
    return asked;
  }
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
