import type { Config } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { isPrivateHost } from '#platform/outbound/private-host.ts';
import * as queries from './queries.ts';
import { type Reporter, reporterOf } from './reporter.ts';

export type Tls = 'starttls' | 'implicit' | 'none';

/** A way out for mail, with its secret in the clear: never log, store or answer one. */
export type TransportSettings = {
  /** Null is the installation's own. */
  connectionId: string | null;
  maxConnections: number;
  maxPerSecond: number | null;
  /** Who reports what became of the mails; nobody does for the installation's own. */
  reporter: Reporter | null;
} & (
  | { kind: 'smtp'; host: string; port: number; tls: Tls; username: string | null; password: string | null }
  | { kind: 'ses'; region: string; accessKeyId: string; secretAccessKey: string; endpoint: string | null }
);

/** The one asked for, or the client's default, the organization's default, the installation's. */
export async function connectionFor(
  settings: Settings,
  ctx: Context,
  { connectionId, clientId }: { connectionId: string | null; clientId: string | null },
): Promise<TransportSettings> {
  const wide = wholeOrganization(settings, ctx);
  const row = connectionId
    ? await queries.findUsableConnection(wide, connectionId, clientId)
    : await queries.findDefaultConnection(wide, clientId);
  if (row) return transportOf(settings, ctx, row);
  if (connectionId) throw notFound();

  const shared = installationTransport(settings.config);
  if (!shared) throw new Problem('not_set_up', 'Add a connection first to send email.');
  return shared;
}

function transportOf({ secrets, config }: Settings, ctx: Context, row: queries.ConnectionRow): TransportSettings {
  const secret = row.secret && secrets.decrypt({ purpose: 'connection', owner: ctx.organizationId }, row.secret);
  const shared = {
    connectionId: row.id,
    maxConnections: row.max_connections,
    maxPerSecond: row.max_per_second,
    reporter: reporterOf(row),
  };
  if (row.kind === 'ses')
    return {
      ...shared,
      kind: 'ses',
      region: row.region ?? '',
      accessKeyId: row.username ?? '',
      secretAccessKey: secret ?? '',
      endpoint: config.SES_ENDPOINT ?? null,
    };
  return {
    ...shared,
    kind: 'smtp',
    host: row.host,
    port: row.port,
    tls: row.tls as Tls,
    username: row.username,
    password: secret,
  };
}

/** SENDING_SMTP_URL: smtps encrypts from the first byte, smtp demands STARTTLS unless the server is nearby. */
export function installationTransport({
  SENDING_SMTP_URL,
}: Pick<Config, 'SENDING_SMTP_URL'>): TransportSettings | null {
  if (!SENDING_SMTP_URL) return null;
  const url = new URL(SENDING_SMTP_URL);
  const implicit = url.protocol === 'smtps:';
  const host = decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  const rate = Number(url.searchParams.get('rate'));
  return {
    connectionId: null,
    kind: 'smtp',
    host,
    port: Number(url.port) || (implicit ? 465 : 587),
    tls: implicit ? 'implicit' : isPrivateHost(host) ? 'none' : 'starttls',
    username: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
    maxConnections: Math.min(100, Number(url.searchParams.get('connections')) || 10),
    maxPerSecond: rate > 0 ? rate : null,
    reporter: null,
  };
}
