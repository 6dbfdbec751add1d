import { randomBytes } from 'node:crypto';
import type { ServedInput } from '@waggle/contracts/endpoint';
import type * as contract from '@waggle/contracts/sending';
import { requireConfirmedAddress } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { isReadable } from '#platform/secrets.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { refuseDestination } from './destination.ts';
import { isPrivateHost } from '#platform/outbound/private-host.ts';
import * as queries from './queries.ts';
import { reporterOf } from './reporter.ts';

/** One list shows them all. */
const mostConnections = 200;
/** Random bytes in the address a provider reports to. */
const eventsBytes = 24;

type Typed = ServedInput<typeof contract.createConnection>['body'];
type TypedChange = ServedInput<typeof contract.updateConnection>['body'];

export const listConnections = (ctx: Context) => queries.findConnections(ctx, mostConnections);

export async function createConnection(settings: Settings, ctx: Context, typed: Typed): Promise<queries.ConnectionRow> {
  // All mail of the organization leaves here, so nobody prepares one in an account that may turn out to be another's.
  await requireConfirmedAddress(ctx);
  refuseUnusable(settings, { ...typed, hasSecret: Boolean(typed.secret) });
  if ((await queries.countConnections(wholeOrganization(settings, ctx))) >= mostConnections)
    throw new Problem('plan_limit', `You can add up to ${mostConnections} connections.`);

  const clientId = activeClient(ctx);
  return inTransaction(ctx, async (ctx) => {
    // The only one is the default, whoever forgot to say so.
    const isDefault = typed.isDefault || !(await queries.hasConnections(ctx, clientId));
    if (isDefault) await queries.clearDefault(ctx, clientId);
    const connection = await queries.insertConnection(ctx, {
      ...valuesOf({ ...typed, isDefault }),
      client_id: clientId,
      secret: sealedSecret(settings, ctx, typed.secret ?? '', typed.username),
      events_secret: eventsSecret(settings, ctx, reporterOf(typed), null),
    });
    await ctx.audit?.(ctx, connection.id);
    return connection;
  });
}

/** Left out of a change, everything stays; the secret too, unless it would go to another server. */
export async function updateConnection(
  settings: Settings,
  ctx: Context,
  connectionId: string,
  change: TypedChange,
): Promise<queries.ConnectionRow> {
  await requireConfirmedAddress(ctx);
  const before = await queries.findConnection(ctx, connectionId);
  if (!before) throw notFound();
  const typed = { ...typedOf(before), ...Object.fromEntries(given(change)) } as Typed;
  const keeps = change.secret === undefined && typed.username !== null;
  if (keeps && before.secret && isElsewhere(before, typed))
    throw wrong('secret', 'The server has changed. Enter the password again.');
  refuseUnusable(settings, { ...typed, hasSecret: keeps ? before.secret !== null : Boolean(change.secret) });

  const events = eventsSecret(settings, ctx, reporterOf(typed), before.events_secret);
  const changed = await inTransaction(ctx, async (ctx) => {
    if (change.isDefault) await queries.clearDefault(ctx, before.client_id);
    const connection = await queries.updateConnection(ctx, connectionId, {
      ...valuesOf(typed),
      ...(keeps ? {} : { secret: sealedSecret(settings, ctx, change.secret ?? '', typed.username) }),
      ...(events === before.events_secret ? {} : { events_secret: events }),
      ...(change.secret === undefined && !needsTest(before, typed) ? {} : { tested_at: null }),
    });
    await ctx.audit?.(ctx);
    return connection;
  });
  if (!changed) throw notFound();
  return changed;
}

export async function deleteConnection(settings: Settings, ctx: Context, connectionId: string): Promise<void> {
  if (!(await queries.findConnection(ctx, connectionId))) throw notFound();
  if (await queries.isInUse(wholeOrganization(settings, ctx), connectionId))
    throw new Problem('in_use', 'A campaign is being sent through this connection. Wait or cancel it first.');
  if (!(await queries.deleteConnection(ctx, connectionId))) throw notFound();
}

function refuseUnusable({ config }: Settings, typed: Typed & { hasSecret: boolean }): void {
  const { kind, tls, host, region, username, hasSecret } = typed;
  if (kind === 'ses') {
    if (!region) throw wrong('region', 'Enter a region such as eu-west-1');
    if (!username) throw wrong('username', 'Enter the access key ID');
    if (!hasSecret) throw wrong('secret', 'Enter the secret access key');
    return;
  }
  refuseDestination(config, typed);
  if (tls === 'none' && !isPrivateHost(host))
    throw wrong('tls', 'Only a server on a private network can be used without encryption.');
}

/** A kept password must not be sent to a server somebody else named. */
const isElsewhere = (before: queries.ConnectionRow, { kind, host, port, username }: Typed): boolean =>
  before.kind !== kind || before.host !== host || before.port !== port || before.username !== username;

const needsTest = (before: queries.ConnectionRow, typed: Typed): boolean =>
  isElsewhere(before, typed) || before.tls !== typed.tls || before.region !== typed.region;

const given = (change: TypedChange) => Object.entries(change).filter(([, value]) => value !== undefined);

const typedOf = (row: queries.ConnectionRow) => ({
  name: row.name,
  kind: row.kind,
  host: row.host,
  port: row.port,
  tls: row.tls,
  username: row.username,
  region: row.region,
  maxConnections: row.max_connections,
  maxPerSecond: row.max_per_second,
  isDefault: row.is_default,
});

const valuesOf = ({
  name,
  kind,
  host,
  port,
  tls,
  username,
  region,
  maxConnections,
  maxPerSecond,
  isDefault,
}: Typed) => ({
  name,
  kind,
  host,
  port,
  tls,
  username: username || null,
  region: kind === 'ses' ? region : null,
  max_connections: maxConnections,
  max_per_second: maxPerSecond,
  is_default: isDefault,
});

const sealedSecret = ({ secrets }: Settings, { organizationId }: Context, secret: string, username: string | null) =>
  secret && username ? secrets.encrypt({ purpose: 'connection', owner: organizationId }, secret) : null;

function eventsSecret(
  { secrets }: Settings,
  { organizationId }: Context,
  reporter: ReturnType<typeof reporterOf>,
  before: Buffer | null,
) {
  if (reporter === null) return null;
  const place = { purpose: 'provider-events', owner: organizationId } as const;
  return before && isReadable(secrets, place, before)
    ? before
    : secrets.encrypt(place, randomBytes(eventsBytes).toString('base64url'));
}

const wrong = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });
