import { metrics } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestBuckets } from '../histogram-buckets.ts';

/** One histogram sample and one log line for each answer. The path goes without its query, which may hold a token. */
export function recordRequests() {
  // Made with the app and not at import: an instrument made before the exporter stays silent for ever.
  const duration = metrics.getMeter('waggle').createHistogram('http_request_duration_seconds', {
    description: 'Time to answer, by route and status class.',
    unit: 's',
    advice: { explicitBucketBoundaries: requestBuckets },
  });

  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { isStream = false } = request.routeOptions.config as { isStream?: boolean };
    // A stream lasts as long as somebody looks on, which says nothing about how quick we are.
    if (!isStream)
      duration.record(reply.elapsedTime / 1_000, { method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  };
}
