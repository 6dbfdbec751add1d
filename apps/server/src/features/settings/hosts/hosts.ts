import { randomBytes } from 'node:crypto';
import type { HostPurpose } from '@waggle/contracts/hosts';
import { clientOrOrganization, requireOwner } from '#features/accounts/index.ts';
import { entitlements } from '#features/plans/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { hostsTarget } from '#platform/hosts/host-name.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { checkRecords } from './check.ts';
import * as queries from './queries.ts';
import { refusalOf } from './refused-names.ts';

/** One list shows them all. */
const mostHosts = 50;

export async function listHosts({ config }: Settings, ctx: Context) {
  const [hosts, { features }] = await Promise.all([queries.findHosts(ctx, mostHosts), entitlements(ctx)]);
  return { hosts, isIncluded: features.whiteLabel, target: hostsTarget(config) };
}

type NewHost = { host: string; purposes: HostPurpose[]; clientId?: string | null | undefined };

/** A claim that is not verified blocks nobody: the same name may be claimed by the organization whose it is. */
export async function createHost(
  settings: Settings,
  ctx: Context,
  { host: name, purposes, clientId }: NewHost,
): Promise<queries.HostRow> {
  await refuseBelowPlan(ctx);
  const refusal = refusalOf(settings.config, name);
  if (refusal) throw new Problem('invalid_input', refusal, { fields: { host: refusal } });
  if ((await queries.countHosts(wholeOrganization(settings, ctx))) >= mostHosts)
    throw new Problem('quota_reached', `You can add up to ${mostHosts} host names.`);
  return inTransaction(ctx, async (ctx) => {
    const client_id = await clientOrOrganization(ctx, clientId);
    refuseDashboardOfClient(client_id, purposes);
    await refuseDashboardByOthers(ctx, purposes);
    const host = await queries
      .insertHost(ctx, { host: name, client_id, purposes, token: randomBytes(16).toString('hex') })
      .catch(onDuplicate(() => alreadyListed()));
    await ctx.audit?.(ctx, host.id);
    return host;
  });
}

export async function checkHost(settings: Settings, ctx: Context, hostId: string): Promise<queries.HostRow> {
  const { host, isTaken } = await checkRecords(settings, ctx, hostId);
  if (isTaken)
    throw new Problem(
      'domain_taken',
      'Your records are correct, but another organization on this installation uses this host name. It will be yours within a day after their records are removed from DNS.',
    );
  return host;
}

type Change = { purposes?: HostPurpose[] | undefined; position?: number | undefined };

/** Without the plan as well: whoever lost it can put things in order. */
export function updateHost(
  settings: Settings,
  ctx: Context,
  hostId: string,
  { purposes, position }: Change,
): Promise<queries.HostRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = await queries.lockHost(ctx, hostId);
    if (!before) throw notFound();
    if (purposes) {
      refuseDashboardOfClient(before.client_id, purposes);
      await refuseDashboardByOthers(ctx, purposes, before.purposes);
    }
    const change = { ...(purposes && { purposes }), ...(position !== undefined && { position }) };
    const host = await queries.updateHost(ctx, hostId, change);
    settings.hosts.forget();
    return host ?? before;
  });
}

export async function deleteHost(settings: Settings, ctx: Context, hostId: string): Promise<void> {
  if (!(await queries.deleteHost(ctx, hostId))) throw notFound();
  settings.hosts.forget();
}

async function refuseBelowPlan(ctx: Context): Promise<void> {
  if (!(await entitlements(ctx)).features.whiteLabel)
    throw new Problem('plan_limit', 'Your own host names need the System plan.');
}

/**
 * Mailed links for a new password lead there, those of the owner too: with a server of their own an ADMIN could read one and take the
 * organization.
 */
async function refuseDashboardByOthers(
  ctx: Context,
  purposes: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (purposes.includes('dashboard') && !before.includes('dashboard')) await requireOwner(ctx);
}

/** The dashboard shows every client, so it is no single client's. */
function refuseDashboardOfClient(clientId: string | null, purposes: readonly HostPurpose[]): void {
  if (clientId === null || !purposes.includes('dashboard')) return;
  const message = 'Only a host name of the whole organization can show the dashboard.';
  throw new Problem('invalid_input', message, { fields: { purposes: message } });
}

function alreadyListed(): Problem {
  const message = 'This host name is already in your list.';
  return new Problem('already_exists', message, { fields: { host: message } });
}
