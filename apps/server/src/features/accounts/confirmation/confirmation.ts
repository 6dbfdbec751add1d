import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { Problem } from '#platform/problem.ts';
import { readableKeys } from '#platform/secrets.ts';
import type { Accounts } from '../accounts.ts';
import { sendConfirmation } from '../jobs.ts';
import { person, readUser } from '../profile.ts';
import { isConfirmation } from './confirmation-token.ts';
import * as queries from './queries.ts';

/** Nothing is mailed for somebody who may have typed another's address. Work of the installation itself is not asked. */
export async function requireConfirmedAddress(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const addressee = await queries.findAddressee(ctx, ctx.actor.userId);
  if (addressee?.email_confirmed_at) return;
  throw new Problem('address_unconfirmed', 'Confirm your email address first. Open the link in the email we sent you.');
}

/**
 * Needs the person's own session besides the link: whoever gets such an email without having registered cannot confirm a
 * stranger's account by opening it.
 */
export async function confirmAddress(accounts: Accounts, ctx: Context, token: string) {
  const addressee = await queries.findAddressee(ctx, person(ctx).userId);
  // As for invitations: a change of SECRET_KEY does not end links that are on their way.
  const keys = readableKeys(accounts.config);
  const isOurs = addressee && keys.some((key) => isConfirmation(key, addressee, token, ctx.now()));
  if (!isOurs || !(await queries.confirmAddress(accounts.database, addressee)))
    throw new Problem('link_used', 'This link has been used, has expired or belongs to another account.');
  return readUser(accounts, ctx);
}

export async function resendConfirmation(ctx: Context): Promise<void> {
  const addressee = await queries.findAddressee(ctx, person(ctx).userId);
  if (addressee && !addressee.email_confirmed_at) await enqueue(ctx, sendConfirmation, { userId: addressee.id });
}
