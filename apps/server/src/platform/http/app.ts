import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { indexHosts } from '../hosts/host-index.ts';
import type { Hosts } from '../hosts/hosts.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import { isTracing, traceCalls } from '../tracing.ts';
import { endConnectionsWhileDraining } from './draining.ts';
import { refuseForeignOrigin, refuseOddContentType, refuseUnknownHost } from './gate.ts';
import { guardConnections, requestTimeoutMs, serverTimeouts } from './connections.ts';
import { answerClientError } from './client-errors.ts';
import { answerError } from './errors.ts';
import { createJsonReader } from './json-body.ts';
import { recordRequests } from './request-metrics.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { warnOfUnlistedProxy } from './unlisted-proxy.ts';

/** Milliseconds of silence on a connection that has sent something and is owed something. */
const silenceMs = 30_000;

/** Where nobody but the installation itself is called. */
const noHosts = (config: Config): Pick<Hosts, 'current'> => ({ current: async () => indexHosts([], config) });

/** A Fastify app with everything every role needs; routes and the answer to unknown paths are the role's own. */
export async function createHttpApp(
  config: Config,
  log: Log,
  hosts: Pick<Hosts, 'current'> = noHosts(config),
): Promise<FastifyInstance> {
  const protect = setSecurityHeaders(config);
  // Widened once here: Fastify would otherwise carry pino's own type through every signature.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    http: serverTimeouts,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300, ignoreDuplicateSlashes: false },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // A request that came in before the listener closed is answered like any other.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // An address no route can be found for is refused before any hook runs.
    frameworkErrors: (error, request, reply) => protect(request, reply, () => answerError(error, request, reply)),
  });

  guardConnections(app.server, config);
  app.removeAllContentTypeParsers();
  const readJson = createJsonReader(app.getDefaultJsonParser('error', 'error'));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);

  // Refused at the gate on every call that does not ask for it.
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  endConnectionsWhileDraining(app);
  if (isTracing(config)) traceCalls(app);
  app.addHook('onRequest', protect);
  app.addHook('onRequest', warnOfUnlistedProxy(log));
  await app.register(underPressure, {
    maxEventLoopDelay: config.SHED_EVENT_LOOP_DELAY_MS,
    pressureHandler: () => {
      throw new Problem('overloaded', 'Too busy right now. Please try again in a moment.', { retryAfter: 5 });
    },
  });

  app.addHook('onRequest', refuseUnknownHost(config, hosts));
  app.addHook('onRequest', refuseForeignOrigin(config));
  app.addHook('onRequest', refuseOddContentType);
  app.addHook('onResponse', recordRequests());
  app.setErrorHandler(answerError);
  return app;
}
