import type { FastifyInstance, FastifyReply } from 'fastify';

const draining = new WeakSet<object>();

/** Between SIGTERM and the end of the listener: `/readyz` says no, everything else is still answered. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app.server);

export const startDraining = (app: FastifyInstance): void => void draining.add(app.server);

/**
 * While draining each answer ends its connection, so that a balancer or browser opens the next one elsewhere. A connection
 * that is closed while a request is on its way would fail that request.
 */
export function endConnectionsWhileDraining(app: FastifyInstance): void {
  const endConnection = (reply: FastifyReply): void => {
    if (isDraining(app)) reply.raw.shouldKeepAlive = false;
  };
  app.addHook('onRequest', (_request, reply, done) => {
    endConnection(reply);
    done();
  });
  // For requests that were under way when it began.
  app.addHook('onSend', (_request, reply, payload, done) => {
    endConnection(reply);
    done(null, payload);
  });
}

/** Milliseconds between two looks for connections that have answered their last request. */
const lookMs = 100;

/** Takes no connection any more, and ends when the open requests are answered. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  // Node closes idle connections once, and would keep one that becomes idle later until its own time is up.
  const timer = setInterval(() => app.server.closeIdleConnections(), lookMs);
  await app.close().finally(() => clearInterval(timer));
}
