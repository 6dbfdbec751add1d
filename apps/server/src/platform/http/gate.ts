import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Probes come by address, not by name. */
const probes = new Set(['/healthz', '/readyz']);

/** A request for a name we do not answer to is not ours; a poisoned Host must reach nothing that builds a link. */
export function refuseUnknownHost(config: Pick<Config, 'PUBLIC_URL'>) {
  const expected = new URL(config.PUBLIC_URL).host;
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.host === expected || probes.has(request.url)) return;
    throw new Problem('wrong_host', 'This address is not served here.');
  };
}

/**
 * Browsers say where an unsafe request comes from and cannot be made to lie. Programs without a browser send neither
 * header, and carry no victim's cookie.
 */
export function refuseForeignOrigin(config: Pick<Config, 'PUBLIC_URL'>) {
  const own = new URL(config.PUBLIC_URL).origin;
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.has(request.method)) return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign = (origin !== undefined && origin !== own) || (site !== undefined && site !== 'same-origin' && site !== 'none');
    if (foreign) throw new Problem('foreign_origin', 'This request comes from another site.');
  };
}

/** Compared whole and before any parser runs: look-alike types with tabs or extra parameters have skipped validation elsewhere. */
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;

export async function refuseOddContentType(request: FastifyRequest): Promise<void> {
  const type = request.headers['content-type'];
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody && type === undefined) return;
  if (safeMethods.has(request.method) && !hasBody) return;
  if (type === undefined || !jsonType.test(type)) {
    throw new Problem('unsupported_media_type', 'Please send application/json.');
  }
}
