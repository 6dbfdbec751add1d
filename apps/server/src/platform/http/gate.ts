import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { OwnHost } from '../hosts/host-index.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { tlsAskPath } from '../hosts/tls-ask.ts';
import { notFound, Problem } from '../problem.ts';

/** Callbacks instead of promises: these run for every request, and a promise each would cost more than the check. */
type Done = (error?: Error) => void;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Probes come by address, not by name. */
const probes = new Set(['/healthz', '/readyz', tlsAskPath]);
const isProbe = (url: string): boolean => probes.has(url.split('?', 1)[0]!);

type Addresses = Pick<Config, 'PUBLIC_URL' | 'WAGGLE_MODE'>;

/** Where we answer. On a developer's machine localhost is also 127.0.0.1; mailed links start with PUBLIC_URL all the same. */
function ownAddresses({ PUBLIC_URL, WAGGLE_MODE }: Addresses): URL[] {
  const own = new URL(PUBLIC_URL);
  const isLocal = own.hostname === 'localhost' && (WAGGLE_MODE === 'development' || WAGGLE_MODE === 'demo');
  return isLocal ? [own, new URL(PUBLIC_URL.replace('localhost', '127.0.0.1'))] : [own];
}

/** Requests that came for a host name of an organization. */
const ownHosts = new WeakMap<FastifyRequest, OwnHost>();
/** Undefined on the addresses of the installation. */
export const ownHostOf = (request: FastifyRequest): OwnHost | undefined => ownHosts.get(request);

const wrongHost = () => new Problem('wrong_host', "This address isn't served here.");

/** A request for a name we do not answer to is not ours; a poisoned Host must reach nothing that builds a link. */
export function refuseUnknownHost(config: Addresses, hosts: Pick<Hosts, 'current'>) {
  const expected = new Set<string | undefined>(ownAddresses(config).map(({ host }) => host));
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    if (expected.has(request.headers.host) || isProbe(request.url)) return done();
    void hosts.current().then((index) => {
      const own = index.find(request.headers.host);
      if (!own) return done(wrongHost());
      ownHosts.set(request, own);
      return admitTo(own, config, { request, reply, done });
    }, done);
  };
}

type Asked = { request: FastifyRequest; reply: FastifyReply; done: Done };

/**
 * What strangers reach says itself whose it is (`ownHost` of the route). The dashboard and its calls answer on a name that is the
 * organization's for that; whoever has the old address after the plan ended, or after its records were gone for a week, is led on.
 */
function admitTo(own: OwnHost, { PUBLIC_URL }: Addresses, { request, reply, done }: Asked): void {
  if ('ownHost' in (request.routeOptions.config as object)) return done();
  if (!own.purposes.includes('dashboard')) return done(notFound());
  // People type passwords here, and whoever has the domain by now is not who proved it.
  if (own.isPaid && own.isUsed) return done();
  const isPage = request.method === 'GET' && !request.url.startsWith('/api/');
  if (!isPage) return done(wrongHost());
  void reply.redirect(`${PUBLIC_URL}${request.url}`, 302);
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
    const host = ownHostOf(request);
    const isOwn = origin === undefined || (host ? host.origin === origin : own.has(origin));
    const foreign = !isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none');
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
