import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isTracing } from '../tracing.ts';
import { answerNotFound } from './errors.ts';
import { ownHostOf } from './gate.ts';

/** The built browser app: hashed assets are kept for ever, the page itself is asked for anew each time. */
export async function serveWebApp(
  app: FastifyInstance,
  config: Pick<Config, 'WEB_ROOT' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: config.WEB_ROOT,
    wildcard: false,
    index: false,
    cacheControl: false,
    // The build leaves a .br and a .gz beside each text file; nothing is compressed while somebody waits.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isArt = path.includes('/email-art/');
      void reply.header(
        'cache-control',
        isArt || path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      // Pictures of emails are shown by email programs in browsers, on pages of their own.
      if (isArt) void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (!wantsPage) return answerNotFound(request, reply);
    // Pages read these words: one begins a trace with each call, the other offers no passkeys, which are made for PUBLIC_URL alone.
    const words = [...(isTracing(config) ? ['traced'] : []), ...(ownHostOf(request) ? ['own-host'] : [])];
    if (words.length > 0) void reply.header('server-timing', words.join(', '));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
