import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { HostIndex } from '../../platform/hosts/host-index.ts';

/**
 * What a public route answers under the host name of an organization. `owner`: what belongs to who has the name. `organization`: what
 * is the organization's own, and nothing under the name of a client. `everybody`: it is the same for all. `nobody`: not found.
 */
export type HostRule = 'owner' | 'organization' | 'everybody' | 'nobody';

/** The settings of a route that strangers reach. */
export const publicRoute = (ownHost: HostRule) => ({ strangers: true, ownHost }) as object;

/** A route that says nothing of host names must not exist: it would show anybody's things under anybody's name. */
export function requireHostRules(app: FastifyInstance, hosts: Pick<HostIndex, 'find'>): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { ownHost } = (route.config ?? {}) as { ownHost?: HostRule };
    if (ownHost === undefined)
      throw new Error(
        `The public route ${String(route.method)} ${route.url} says nothing of host names (edge/hosts/rules.ts).`,
      );
    if (ownHost !== 'nobody') return;
    route.onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (hosts.find(request.raw.headers.host) === undefined) return done();
      void reply.code(404).header('cache-control', 'no-store').send();
    };
  });
}
