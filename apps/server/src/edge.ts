import { join } from 'node:path';
import underPressure from '@fastify/under-pressure';
import { fastify, type FastifyInstance } from 'fastify';
import { startBounceListener } from './edge/bounces/listener.ts';
import { readTlsFiles } from './edge/bounces/tls.ts';
import { openBrands } from './edge/brands/brands.ts';
import { openPublicFiles } from './edge/files/public-files.ts';
import { serveFiles } from './edge/files/serve.ts';
import { createGuard } from './edge/forms/guard/guard.ts';
import { countProgress } from './edge/forms/progress.ts';
import { serveConfirm } from './edge/forms/confirm.ts';
import { openPublishedForms } from './edge/forms/published-forms.ts';
import { serveForms } from './edge/forms/serve.ts';
import { createFormAddresses } from './edge/forms/touch/form-addresses.ts';
import { serveEdgeHealth } from './edge/health.ts';
import { openHosts } from './edge/hosts/hosts.ts';
import { requireHostRules } from './edge/hosts/rules.ts';
import { createWalls } from './edge/hosts/walls.ts';
import { openMailLinks } from './edge/mail/links.ts';
import { serveMail } from './edge/mail/serve.ts';
import { observeAnswers } from './edge/metrics.ts';
import { answerPage } from './edge/pages.ts';
import { fetchFromAmazon } from './edge/provider/fetch-amazon.ts';
import { serveProviderEvents } from './edge/provider/serve.ts';
import type { FetchText } from './edge/provider/sns.ts';
import { createReaders } from './edge/reader/reader.ts';
import { createRedirect } from './edge/redirect.ts';
import { serveReports } from './edge/reports/page.ts';
import { serveReportStops } from './edge/reports/stop.ts';
import { refuseMethod } from './edge/refuse-method.ts';
import { serveShopReports } from './edge/shops/serve.ts';
import { openTargets } from './edge/targets.ts';
import { createWebPages } from './edge/web-pages/pages.ts';
import { serveWebPages } from './edge/web-pages/serve.ts';
import { createAddressLimit } from './platform/address-limit.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { endConnectionsWhileDraining } from './platform/http/draining.ts';
import { guardConnections, serverTimeouts } from './platform/http/connections.ts';
import { answerClientError } from './platform/http/client-errors.ts';
import { answerError } from './platform/http/errors.ts';
import { warnOfUnlistedProxy } from './platform/http/unlisted-proxy.ts';
import { openInbox } from './platform/inbox/append.ts';
import { type Installation, unguarded } from './platform/installation/installation.ts';
import type { Log } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';
import { createTouches } from './platform/tracking/touch-token.ts';

/** Longest a stranger may take to send a request, in milliseconds: all of theirs are short. */
const requestTimeoutMs = 10_000;

export type Edge = {
  /** The app of the edge's own port. */
  app: FastifyInstance;
  /** Adds the public routes to another app, where one process is all there is. */
  serveOn(app: FastifyInstance): void;
  /** Where bounces are taken, if they are. */
  inboundSmtpPort: number | null;
  /** After the last app is closed: what was recorded is in the database or in the spool. */
  close(): Promise<void>;
};

type EdgeOptions = { installation?: Pick<Installation, 'note'>; fetchText?: FetchText };

/** What strangers reach. Each public hot path adds itself here from edge/; none may reach a feature. */
export async function createEdge(
  config: Config,
  database: Database,
  log: Log,
  { installation = unguarded, fetchText = fetchFromAmazon }: EdgeOptions = {},
): Promise<Edge> {
  const headers = headersOf(config);
  const copies = await openCopies(config, database, log);
  const { hosts, walls, forms, addresses, targets, links, files, brands } = copies;
  const inbox = await openInbox(database, join(config.EDGE_DATA, 'spool'), log, installation);
  const allow = createAddressLimit(config.UNSAFE_NO_RATE_LIMITS);
  const answers = observeAnswers();
  const guard = createGuard(config);
  const progress = countProgress(inbox);
  const touches = createTouches(config);
  const readers = createReaders(database);
  const pages = createWebPages(database, config.PUBLIC_URL);
  const redirect = createRedirect({ targets, walls, addresses, brands, inbox, touches, answers, allow, headers });
  const events = { database, secrets: createSecrets(config), inbox, log, allow, headers: named(headers), fetchText };
  const bounces = await listenForBounces(config, { inbox, log, links });

  const routes = (app: FastifyInstance) => {
    app.route({ method: ['GET', 'HEAD'], url: '/qr/*', config: { ownHost: 'owner' } as object, handler: redirect });
    refuseMethod(app, ['/qr/*'], ['GET', 'HEAD']);
    serveFiles(app, { files, walls, answers, allow, headers: named(headers), log });
    const formParts = { forms, walls, brands, inbox, touches, targets, addresses, allow, guard, progress };
    serveForms(app, { ...formParts, headers: named(headers) });
    serveConfirm(app, { links, forms, walls, brands, inbox, allow, headers: named(headers) });
    serveMail(app, { links, walls, brands, readers, inbox, touches, answers, allow, headers });
    serveWebPages(app, { links, walls, answers, allow, headers, pages });
    serveReportStops(app, { links, walls, brands, inbox, allow, headers: named(headers) });
    serveReports(app, { database, walls, brands, allow, headers: named(headers) });
    serveProviderEvents(app, events);
    serveShopReports(app, events);
  };
  // In a scope of their own: what must be said of host names is said of these routes alone.
  const serveOn = (app: FastifyInstance) =>
    void app.register(async (scope) => {
      requireHostRules(scope, hosts);
      routes(scope);
    });

  const app = createEdgeApp(config, log, headers);
  await app.register(async (strangers) => {
    await shed(strangers, config, headers);
    serveOn(strangers);
  });
  serveEdgeHealth(app, { database, targets, links });
  return {
    app,
    serveOn,
    inboundSmtpPort: bounces?.port ?? null,
    async close() {
      await bounces?.close();
      progress.close();
      await inbox.close();
      await copies.close();
    },
  };
}

/** What an edge knows without asking: host names first, because nothing may be answered under one that is not known. */
async function openCopies(config: Config, database: Database, log: Log) {
  const hosts = await openHosts(config, database, log);
  const forms = openPublishedForms(config, database, log);
  const addresses = createFormAddresses(config, { hosts, ownerOf: (formId) => forms.known(formId) });
  const targets = openTargets(config, database, log, addresses);
  const links = openMailLinks(config, database, log, addresses);
  const files = openPublicFiles(config, database, log);
  const brands = openBrands({ config, database, log, files });
  return {
    hosts,
    walls: createWalls(hosts),
    forms,
    addresses,
    targets,
    links,
    files,
    brands,
    async close() {
      for (const copy of [links, forms, brands, files, targets, hosts]) await copy.close();
    },
  };
}

async function listenForBounces(
  { INBOUND_SMTP_PORT: port, HOST: host, ...config }: Config,
  parts: Pick<Parameters<typeof startBounceListener>[0], 'inbox' | 'log' | 'links'>,
) {
  if (port === undefined) return undefined;
  const closeSeconds = Math.min(config.SHUTDOWN_GRACE_SECONDS, 5);
  const unlimited = config.UNSAFE_NO_RATE_LIMITS;
  return startBounceListener({ ...parts, port, host, tls: readTlsFiles(config), closeSeconds, unlimited });
}

const named = (headers: readonly string[]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: headers.length / 2 }, (_, at) => [headers[at * 2]!, headers[at * 2 + 1]!]));

/** Without the dashboard's gates, cookies and line of log for each request: nothing here trusts a session, and a Host header only hides what is another's. */
function createEdgeApp(config: Config, log: Log, headers: readonly string[]): FastifyInstance {
  const app = fastify({
    logger: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    http: { ...serverTimeouts, headersTimeout: requestTimeoutMs },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      answerPage(reply.raw, 'unknown', request.headers['accept-language'], headers);
    },
  });
  endConnectionsWhileDraining(app);
  app.addHook('onRequest', warnOfUnlistedProxy(log));
  guardConnections(app.server, config);
  app.setErrorHandler((error: Error, request, reply) => {
    log.error({ err: error }, 'a request failed');
    answerError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    answerPage(reply.raw, 'unknown', request.headers['accept-language'], headers);
  });
  return app;
}

/** Too late an answer is none: above the limit strangers are asked to come back, and the health checks go on. */
async function shed(app: FastifyInstance, config: Config, headers: readonly string[]): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: config.SHED_EVENT_LOOP_DELAY_MS,
    pressureHandler: (request, reply) => {
      reply.hijack();
      answerPage(reply.raw, 'unavailable', request.headers['accept-language'], headers);
    },
  });
}

const headersOf = (config: Config): readonly string[] => [
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'no-referrer',
  ...(config.PUBLIC_URL.startsWith('https://') ? ['strict-transport-security', 'max-age=31536000'] : []),
];
