import type { ReplyInput } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import type { createConnection } from '@waggle/contracts/sending';
import type { Context } from '#platform/context.ts';
import { UnreadableSecretError } from '#platform/secrets.ts';
import type { Settings } from '../settings.ts';
import type { ConnectionRow } from './queries.ts';
import { reporterOf } from './reporter.ts';

type Presented = ReplyInput<typeof createConnection>;

export const presentConnection = (settings: Settings, ctx: Context, row: ConnectionRow): Presented => ({
  id: row.id,
  name: row.name,
  kind: row.kind as Presented['kind'],
  host: row.host,
  port: row.port,
  tls: row.tls as Presented['tls'],
  username: row.username,
  hasSecret: row.secret !== null,
  region: row.region,
  maxConnections: row.max_connections,
  maxPerSecond: row.max_per_second,
  state: row.state === 'active' && row.tested_at === null ? 'untested' : (row.state as Presented['state']),
  lastError: row.last_error,
  isDefault: row.is_default,
  eventsUrl: eventsUrl(settings, ctx, row),
  clientId: row.client_id,
  createdAt: row.created_at.toISOString(),
});

/** Names organization and connection, so that nothing has to be looked up by a secret. Who knows it can report bounces. */
function eventsUrl(
  { config, secrets }: Settings,
  { organizationId, actor }: Context,
  row: ConnectionRow,
): string | null {
  const reporter = reporterOf(row);
  if (!reporter || !row.events_secret || actor.kind !== 'user' || !holds(actor.role, 'sending:manage')) return null;
  try {
    const secret = secrets.decrypt({ purpose: 'provider-events', owner: organizationId }, row.events_secret);
    return `${config.PUBLIC_URL}/events/${reporter}/${organizationId}/${row.id}/${secret}`;
  } catch (error) {
    // The list stays readable; saving the connection makes a new address.
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}
