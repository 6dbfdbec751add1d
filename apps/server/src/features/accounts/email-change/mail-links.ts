import type { Locale } from '@waggle/contracts/fields';
import type { Context } from '#platform/context.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { notFound } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { dashboardOriginOf } from '../dashboard-origin.ts';
import { findAddressee } from '../confirmation/queries.ts';
import { findAccount } from '../queries.ts';
import { productOf } from '../white-label/product.ts';
import { mailedTokenOf, type Side } from './change-token.ts';
import { isConfirmed } from './email-change.ts';
import { changeMail, takenMail } from './mails.ts';
import { type EmailChangeRow, findChange } from './queries.ts';

type Parts = { accounts: Accounts; mailer: Mailer };
type Wanted = { userId: string; changeId: string; side: Side; jobId: string };

/** One link to one address. Of a change that was cancelled, replaced or confirmed meanwhile nothing is mailed. */
export async function mailChangeLink({ accounts, mailer }: Parts, ctx: Context, wanted: Wanted) {
  const { userId, changeId, side, jobId } = wanted;
  // Through the wall first: a job of another organization names nobody.
  const addressee = await findAddressee(ctx, userId);
  if (!addressee) throw notFound();
  const change = await findChange(accounts.database.directory, userId);
  if (!change || change.id !== changeId || isConfirmed(change, side)) return;
  const locale = addressee.locale as Locale;
  const to = side === 'old' ? change.old_email : change.new_email;
  const messageId = `email-change.${jobId}`;
  const { PUBLIC_URL } = accounts.config;

  const owner = side === 'new' && (await findAccount(accounts.database, { email: change.new_email }));
  if (owner) {
    const product = await productOf(accounts, owner.organization_id);
    await mailer.send({ to, messageId, ...takenMail(locale, { link: `${PUBLIC_URL}/auth/login`, product }) });
    return;
  }
  const token = tokenOf(accounts, change, side);
  if (!token) return;
  const link = `${await dashboardOriginOf(accounts, ctx.organizationId)}/auth/change-email?token=${token}`;
  const product = await productOf(accounts, ctx.organizationId);
  await mailer.send({ to, messageId, ...changeMail(locale, side, { link, newEmail: change.new_email, product }) });
}

const tokenOf = (accounts: Accounts, change: EmailChangeRow, side: Side): string | undefined =>
  mailedTokenOf(
    accounts,
    { id: change.id, userId: change.user_id, oldEmail: change.old_email, newEmail: change.new_email },
    side,
    side === 'old' ? change.old_token : change.new_token,
  );
