import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { person, requirePassword } from './profile.ts';
import * as queries from './queries.ts';

export async function readOrganization(ctx: Context) {
  const organization = await queries.findOrganization(ctx);
  if (!organization) throw notFound();
  return organization;
}

export async function updateOrganization(ctx: Context, change: { name: string; timezone: string }) {
  const organization = await queries.updateOrganization(ctx, change);
  if (!organization) throw notFound();
  return organization;
}

/** Removes every row of the organization, people included. Asks for its name and the own password, because nothing undoes it. */
export async function deleteOrganization(accounts: Accounts, ctx: Context, typed: { name: string; password: string }) {
  const organization = await readOrganization(ctx);
  if (typed.name.trim() !== organization.name) {
    const message = 'Type the name of the organization to delete it.';
    throw new Problem('invalid_input', message, { fields: { name: message } });
  }
  await requirePassword(accounts, person(ctx).userId, typed.password, 'password');
  await queries.deleteOrganization(ctx);
  // A restored database must not bring it back.
  accounts.installation.noteForGood({ k: 'gone', organizationId: ctx.organizationId });
}

/** A deletion that a restored database has forgotten. */
export async function removeOrganization(database: Database, organizationId: string): Promise<void> {
  const db = database.tenant({ organizationId });
  await queries.deleteOrganization({ db, organizationId });
}
