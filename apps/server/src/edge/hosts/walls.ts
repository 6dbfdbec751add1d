import type { FastifyRequest } from 'fastify';
import type { HostIndex } from '../../platform/hosts/host-index.ts';
import { clientMarkOf } from '../../platform/tracking/opt-out-token.ts';

/** Whose something is. Without a client the edge does not know which one it is of. */
export type Owned = { organizationId: string; clientId?: string | null };

/**
 * Under the host name of an organization only what is its own answers, under that of a client only what is the client's: nobody shows
 * a page of theirs under another's name. Everywhere else everything answers.
 */
export type Walls = {
  admits(request: FastifyRequest, owned: Owned): boolean;
  /** By the last four bytes of the client's id, as links of emails carry them. */
  admitsMark(request: FastifyRequest, organizationId: string, mark: Buffer | undefined): boolean;
  /** What is the organization's own and of no client. */
  admitsOrganization(request: FastifyRequest, organizationId: string): boolean;
  /** The beginning of addresses on a page that is shown at this name. */
  originOf(request: FastifyRequest): string | undefined;
};

export function createWalls(hosts: Pick<HostIndex, 'find'>): Walls {
  const at = (request: FastifyRequest) => hosts.find(request.raw.headers.host);
  return {
    admits(request, { organizationId, clientId }) {
      const host = at(request);
      if (host === undefined) return true;
      if (host.organizationId !== organizationId) return false;
      return host.clientId === null || clientId === undefined || host.clientId === clientId;
    },
    admitsMark(request, organizationId, mark) {
      const host = at(request);
      if (host === undefined) return true;
      if (host.organizationId !== organizationId) return false;
      return host.clientId === null || mark === undefined || clientMarkOf(host.clientId).equals(mark);
    },
    admitsOrganization(request, organizationId) {
      const host = at(request);
      return host === undefined || (host.organizationId === organizationId && host.clientId === null);
    },
    originOf: (request) => at(request)?.origin,
  };
}
