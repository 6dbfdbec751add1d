import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Every other method is answered before any body is looked at. */
export function refuseMethod(app: FastifyInstance, urls: readonly string[], allowed: readonly HTTPMethods[]): void {
  const method = methods.filter((name) => !allowed.includes(name));
  for (const url of urls)
    app.route({
      method,
      url,
      config: { ownHost: 'everybody' } as object,
      onRequest: (_request, reply) =>
        void reply.code(405).header('allow', allowed.join(', ')).header('cache-control', 'no-store').send(),
      handler: () => {},
    });
}
