import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';

/** Callbacks instead of promises: these run for every request, and a promise each would cost more than the check. */
type Done = (error?: Error) => void;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Probes come by address, not by name. */
const probes = new Set(['/healthz', '/readyz']);

type Addresses = Pick<Config, 'PUBLIC_URL' | 'WAGGLE_MODE'>;

/** Where we answer. On a developer's machine localhost is also 127.0.0.1; mailed links start with PUBLIC_URL all the same. */
function ownAddresses({ PUBLIC_URL, WAGGLE_MODE }: Addresses): URL[] {
  const own = new URL(PUBLIC_URL);
  const isLocal = own.hostname === 'localhost' && (WAGGLE_MODE === 'development' || WAGGLE_MODE === 'demo');
  return isLocal ? [own, new URL(PUBLIC_URL.replace('localhost', '127.0.0.1'))] : [own];
}

/** A request for a name we do not answer to is not ours; a poisoned Host must reach nothing that builds a link. */
export function refuseUnknownHost(config: Addresses) {
  const expected = new Set<string | undefined>(ownAddresses(config).map(({ host }) => host));
  return (request: FastifyRequest, _reply: FastifyReply, done: Done): void => {
    const ours = expected.has(request.headers.host) || probes.has(request.url);
    done(ours ? undefined : new Problem('wrong_host', "This address isn't served here."));
  };
}

/** Routes whose address is the whole authority: they look at no cookie, so there is nothing another site could borrow. */
const isForStrangers = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { strangers?: boolean }).strangers === true;

/**
 * Browsers say where an unsafe request comes from and cannot be made to lie. Programs without a browser send neither
 * header, and carry no victim's cookie.
 */
export function refuseForeignOrigin(config: Addresses) {
  const own = new Set(ownAddresses(config).map(({ origin }) => origin));
  return (request: FastifyRequest, _reply: FastifyReply, done: Done): void => {
    if (safeMethods.has(request.method) || isForStrangers(request)) return done();
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign =
      (origin !== undefined && !own.has(origin)) || (site !== undefined && site !== 'same-origin' && site !== 'none');
    done(foreign ? new Problem('foreign_origin', 'This request comes from another site.') : undefined);
  };
}

/** Compared whole and before any parser runs: look-alike types with tabs or extra parameters have skipped validation elsewhere. */
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;
/** Pieces of files, on the few calls that take them. A page of another site cannot send this type without asking first. */
const fileType = 'application/octet-stream';

export function refuseOddContentType(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  if (isForStrangers(request)) return done();
  const type = request.headers['content-type'];
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  const nothingToRead = !hasBody && (type === undefined || safeMethods.has(request.method));
  const { upload = false } = request.routeOptions.config as { upload?: boolean };
  const readable = nothingToRead || (type !== undefined && (upload ? type === fileType : jsonType.test(type)));
  const wanted = upload ? fileType : 'application/json';
  done(readable ? undefined : new Problem('unsupported_media_type', `Please send ${wanted}.`));
}
