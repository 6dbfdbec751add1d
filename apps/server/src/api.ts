import type { FastifyInstance } from 'fastify';
import { assemble, endpoints, features } from './features.ts';
import { type Config, sellsNoPlans } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { subjectsOf } from './platform/feature.ts';
import { createHosts, hostChannel } from './platform/hosts/hosts.ts';
import { serveTlsAsk } from './platform/hosts/tls-ask.ts';
import { createHttpApp } from './platform/http/app.ts';
import { answerNotFound } from './platform/http/errors.ts';
import { createEventStreams, liveChannel } from './platform/http/event-streams.ts';
import { serveHealth } from './platform/http/health.ts';
import { createLargeBodies } from './platform/http/large-bodies.ts';
import { serveReference } from './platform/http/reference.ts';
import type { Mount } from './platform/http/serve.ts';
import { createSessionCookies } from './platform/http/session-cookie.ts';
import { createShares } from './platform/http/shares.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { type Installation, unguarded } from './platform/installation/installation.ts';
import type { Log } from './platform/log.ts';
import { listen } from './platform/pg-notify.ts';
import { createSessions } from './platform/sessions.ts';

type ApiOptions = {
  installation?: Installation;
  /** Adds what an edge answers, where one process serves everything on one address. */
  servePublic?: ((app: FastifyInstance) => void) | undefined;
};

/** The dashboard's API and, when built, the browser app. Every listed feature mounts its routes. */
export async function createApi(
  config: Config,
  database: Database,
  log: Log,
  { installation = unguarded, servePublic }: ApiOptions = {},
): Promise<FastifyInstance> {
  const hosts = createHosts({ config, database, log });
  const app = await createHttpApp(config, log, hosts);
  const sessions = createSessions(database);
  const made = assemble({ config, database, log, installation, hosts });
  const streams = createEventStreams(sessions);
  const notices = listen(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, log, [
    { channel: 'session_changed', receive: sessions.forget, reset: sessions.forgetAll },
    { channel: 'session_changed', receive: streams.check, reset: streams.endAll },
    { channel: hostChannel, receive: () => hosts.forget(), reset: () => hosts.forget() },
    { channel: liveChannel, receive: streams.publish, reset: () => {} },
  ]);
  // Before the listener waits for open requests: a stream never ends by itself.
  app.addHook('preClose', async () => streams.endAll());
  app.addHook('onClose', async () => {
    await notices.close();
    made.close();
  });

  const mount: Mount = {
    app,
    database,
    sessions,
    limits: made.limits,
    shares: createShares(config),
    streams,
    largeBodies: createLargeBodies(config),
    cookies: createSessionCookies(config),
    installation,
    subjects: subjectsOf(features),
    sellsNoPlans: sellsNoPlans(config),
  };
  made.mount(mount);

  servePublic?.(app);
  serveHealth(app, database);
  serveTlsAsk(app, { config, hosts });
  await serveReference(app, config.PUBLIC_URL, endpoints);
  if (config.WEB_ROOT) await serveWebApp(app, config);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
