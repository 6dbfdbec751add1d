import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { person } from '../profile.ts';
import { deletePendingTokens, deleteSessionsExcept, withDirectory } from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import type { Side } from './change-token.ts';
import { isConfirmed } from './email-change.ts';
import * as queries from './queries.ts';

/**
 * Needs the person's own session besides the link: a stranger whose address was typed by mistake cannot take the account by
 * opening what they were sent. The second of the two links changes the address.
 */
export async function confirmEmailChange(accounts: Accounts, ctx: Context, token: string, exchange: Exchange) {
  try {
    return await inTransaction(ctx, (ctx) => confirm(accounts, ctx, token, exchange));
  } catch (error) {
    // The wish can never come true, so it is not left standing.
    if (error instanceof Problem && error.code === 'address_taken')
      await queries.deleteChange(accounts.database.directory, person(ctx).userId);
    throw error;
  }
}

async function confirm(accounts: Accounts, ctx: Context, token: string, exchange: Exchange) {
  const { userId } = person(ctx);
  const { user, change, side } = await withDirectory(ctx.db, async () => {
    const user = await queries.holdPerson(ctx.db, userId);
    const change = await queries.findChange(ctx.db, userId);
    const side = change && sideOf(change, hashToken(token));
    // After another change of the address an older wish is about an address that is no longer the person's.
    if (!user || !side || isConfirmed(change, side) || change.old_email !== user.email) throw linkUsed();
    return { user, change, side };
  });
  const other: Side = side === 'old' ? 'new' : 'old';
  if (!isConfirmed(change, other)) {
    await withDirectory(ctx.db, () => queries.noteConfirmed(ctx.db, userId, side));
    return { email: change.new_email, waitsFor: other };
  }
  await withDirectory(ctx.db, () => makeChange(accounts, ctx, change.new_email));
  await sendNotice(ctx, 'email-changed', user, { exchange });
  await sendNotice(
    ctx,
    'email-changed',
    { ...user, email: change.new_email, email_confirmed_at: ctx.now() },
    { exchange },
  );
  await ctx.audit?.(ctx);
  return { email: change.new_email, waitsFor: null };
}

function sideOf(change: queries.EmailChangeRow, hash: string): Side | undefined {
  if (hash === change.new_token) return 'new';
  return hash === change.old_token ? 'old' : undefined;
}

/** Whoever is signed in elsewhere, or holds an older link, came in by the old address. */
async function makeChange({ database }: Accounts, ctx: Context, email: string): Promise<void> {
  const { userId, sessionId } = person(ctx);
  await queries.changeAddress(ctx.db, userId, email).catch(onDuplicate(addressTaken));
  await queries.deleteChange(ctx.db, userId);
  await deletePendingTokens(ctx.db, userId);
  await deleteSessionsExcept({ ...database, directory: ctx.db }, userId, sessionId);
}

const linkUsed = () => new Problem('link_used', 'This link has been used, has expired or belongs to another account.');

const addressTaken = () =>
  new Problem('address_taken', "Another account has this email address by now. Your address hasn't changed.");
