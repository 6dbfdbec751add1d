import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { sendEmailChange } from '../jobs.ts';
import { person, readUser, requireProof } from '../profile.ts';
import { newId, withDirectory } from '../queries.ts';
import { changeToken, type Side } from './change-token.ts';
import * as queries from './queries.ts';

/** Requests of one person in a day, and to one address in an hour, whoever asks. */
const perPerson = { name: 'email-change:person', points: 5, seconds: 86_400 };
const perAddress = { name: 'email-change:address', points: 3, seconds: 3_600 };

type Typed = { email: string; password: string; code?: string | undefined };

export const readEmailChange = ({ database }: Accounts, ctx: Context) =>
  queries.findChange(database.directory, person(ctx).userId);

/**
 * Only writes a row and jobs: whether somebody else has the address is found out by the worker, so the answer takes the same
 * time and says the same either way.
 */
export async function requestEmailChange(accounts: Accounts, ctx: Context, typed: Typed, exchange: Exchange) {
  const user = await readUser(accounts, ctx);
  refuseSame(user.email, typed.email);
  await requireProof(accounts, ctx, exchange, typed);
  await accounts.limits.spend(perPerson, user.id);
  // Hashed, so that the table of counters is no list of who was asked for.
  await accounts.limits.spend(perAddress, hashToken(typed.email));

  const wish = { id: await newId(accounts.database), userId: user.id, oldEmail: user.email, newEmail: typed.email };
  const hashOf = (side: Side) => hashToken(changeToken(accounts.config.SECRET_KEY, wish, side));
  return inTransaction(ctx, async (ctx) => {
    const change = await withDirectory(ctx.db, () =>
      queries.replaceChange(ctx.db, {
        user_id: user.id,
        id: wish.id,
        old_email: wish.oldEmail,
        new_email: wish.newEmail,
        // An address nobody has confirmed may be a slip at registration; whoever reads it has no say.
        old_token: user.email_confirmed_at === null ? null : hashOf('old'),
        new_token: hashOf('new'),
      }),
    );
    await mailLinks(ctx, change);
    await ctx.audit?.(ctx);
    return change;
  });
}

function refuseSame(own: string, typed: string): void {
  if (typed !== own) return;
  const message = 'This is your email address already.';
  throw new Problem('invalid_input', message, { fields: { email: message } });
}

/** To each address that is asked and has not answered. */
async function mailLinks(ctx: Context, change: queries.EmailChangeRow): Promise<void> {
  const { user_id: userId, id: changeId } = change;
  for (const side of ['new', 'old'] as const)
    if (!isConfirmed(change, side)) await enqueue(ctx, sendEmailChange, { userId, changeId, side });
}

export const isConfirmed = (change: queries.EmailChangeRow, side: Side): boolean =>
  side === 'new' ? change.new_confirmed_at !== null : change.old_token === null || change.old_confirmed_at !== null;

export async function resendEmailChange(accounts: Accounts, ctx: Context): Promise<void> {
  const change = await readEmailChange(accounts, ctx);
  if (!change) throw notFound();
  await accounts.limits.spend(perAddress, hashToken(change.new_email));
  await inTransaction(ctx, (ctx) => mailLinks(ctx, change));
}

export async function cancelEmailChange({ database }: Accounts, ctx: Context): Promise<void> {
  if (!(await queries.deleteChange(database.directory, person(ctx).userId))) throw notFound();
}
