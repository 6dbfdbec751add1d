import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { createHttpApp } from './platform/http/app.ts';
import { answerNotFound } from './platform/http/errors.ts';
import { serveHealth } from './platform/http/health.ts';
import type { Log } from './platform/log.ts';

/** What strangers reach. Each public hot path adds itself here from edge/; none may reach a feature. */
export async function createEdge(config: Config, database: Database, log: Log): Promise<FastifyInstance> {
  const app = await createHttpApp(config, log);
  serveHealth(app, database);
  app.setNotFoundHandler(answerNotFound);
  return app;
}
