import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/** Asked for each time: a tracer from before the start of the exporter would stay silent. */
const tracer = () => trace.getTracer('waggle');

/** Traces cost time and say what people do, so they are made only for a collector somebody has named. */
export const isTracing = (config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>): boolean =>
  config.OTEL_EXPORTER_OTLP_ENDPOINT !== '';

/** A span for every call of the API, in the trace the browser has begun for it. */
export function traceCalls(app: FastifyInstance): void {
  const entered = new WeakMap<FastifyRequest, Context>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '', config } = request.routeOptions;
    // Files and health checks would be most of what is told, and a stream lasts as long as somebody looks on.
    const { endpoint, isStream } = config as { endpoint?: string; isStream?: boolean };
    if (endpoint === undefined || isStream === true) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const inside = trace.setSpan(parent, span);
    entered.set(request, inside);
    return context.with(inside, done);
  });
  // Reading the body has left the context of the call.
  app.addHook('preValidation', (request, _reply, done) => context.with(entered.get(request) ?? ROOT_CONTEXT, done));
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(entered.get(request) ?? ROOT_CONTEXT);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** A trace of its own for work nobody waits for. */
export const traceWork = <Result>(name: string, run: () => Promise<Result>): Promise<Result> =>
  tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, root: true }, (span) => ended(span, run));

/** Longest statement that is told, in characters: those written by hand for large tables are longer than anybody reads. */
const mostText = 2_000;

/** Inside of a trace only: the loops of a worker ask several times a second. Values are bound, so the text has none. */
export function traceStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  if (!trace.getActiveSpan()) return run();
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, mostText),
  };
  return ended(tracer().startSpan(operation, { kind: SpanKind.CLIENT, attributes }), run);
}

async function ended<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // Its message may quote a value.
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
