import type { Tier } from '@waggle/contracts/plans';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { startDeletion } from './deletion/deletion.ts';
import { organizationPlanChanged, organizationZoneChanged } from './events.ts';
import { person, requirePassword } from './profile.ts';
import * as queries from './queries.ts';

export async function readOrganization(ctx: Context) {
  const organization = await queries.findOrganization(ctx);
  if (!organization) throw notFound();
  return organization;
}

export async function updateOrganization(ctx: Context, change: { name: string; timezone: string }) {
  return inTransaction(ctx, async (ctx) => {
    const before = await readOrganization(ctx);
    const organization = await queries.updateOrganization(ctx, change);
    if (!organization) throw notFound();
    if (before.timezone !== organization.timezone)
      await emit(ctx, organizationZoneChanged, { timezone: organization.timezone });
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
 * Ends the organization at once; a job deletes every row of it soon after. Asks for its name and the own password, because
 * nothing undoes it.
 */
export async function deleteOrganization(accounts: Accounts, ctx: Context, typed: { name: string; password: string }) {
  const organization = await readOrganization(ctx);
  if (typed.name.trim() !== organization.name) {
    const message = "Enter the organization's name to delete it.";
    throw new Problem('invalid_input', message, { fields: { name: message } });
  }
  await requirePassword(accounts, person(ctx).userId, typed.password, 'password');
  await startDeletion(accounts, ctx.organizationId);
}
