import type { OrganizationType } from '@waggle/contracts/accounts';
import type { ScheduleChoice } from '@waggle/contracts/organization';
import type { Tier } from '@waggle/contracts/plans';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts, ServedAccounts } from './accounts.ts';
import { refuseActiveClients } from './clients/clients.ts';
import { startDeletion } from './deletion/deletion.ts';
import { organizationPlanChanged } from './events.ts';
import { requireOwner } from './ownership/require-owner.ts';
import { type Proof, requireProof } from './profile.ts';
import * as queries from './queries.ts';
import { wholeOrganization } from './whole-organization.ts';
import { followZone } from './zone-change/zone-change.ts';

export async function readOrganization(ctx: Context) {
  const organization = await queries.findOrganization(ctx);
  if (!organization) throw notFound();
  return organization;
}

type OrganizationChange = {
  name: string;
  timezone: string;
  type?: OrganizationType | undefined;
  schedules?: ScheduleChoice | undefined;
};

export async function updateOrganization(accounts: ServedAccounts, ctx: Context, typed: OrganizationChange) {
  const { schedules, type, ...change } = typed;
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    const before = await queries.holdOrganization(ctx);
    if (type === 'BUSINESS' && before?.type === 'AGENCY') await refuseActiveClients(ctx);
    const organization = await queries.updateOrganization(ctx, { ...change, ...(type && { type }) });
    if (!before || !organization) throw notFound();
    const move = { from: before.timezone, to: organization.timezone };
    if (move.from !== move.to) await followZone(accounts.scheduleOwners, ctx, move, schedules);
    await ctx.audit?.(ctx);
    return organization;
  });
}

/** Puts a plan in force, whatever was before, and says so once. */
export async function changeTier(ctx: Context, to: Tier): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const from = await queries.updateTier(ctx, to);
    if (from !== undefined) await emit(ctx, organizationPlanChanged, { from, to });
  });
}

/**
 * Ends the organization at once; a job deletes every row of it soon after. By its owner alone, with its name, the own password
 * and the second factor of who has one, because nothing undoes it.
 */
export async function deleteOrganization(
  accounts: Accounts,
  ctx: Context,
  typed: Proof & { name: string },
  exchange: Exchange,
) {
  await requireOwner(ctx);
  const organization = await readOrganization(ctx);
  if (typed.name.trim() !== organization.name) {
    const message = "Enter the organization's name to delete it.";
    throw new Problem('invalid_input', message, { fields: { name: message } });
  }
  await requireProof(accounts, ctx, exchange, typed);
  await startDeletion(accounts, ctx.organizationId);
}
