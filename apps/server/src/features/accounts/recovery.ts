import type { Accounts } from './accounts.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueueSystem } from '#platform/jobs/job.ts';
import { hashToken } from '#platform/sessions.ts';
import { confirmByMailedLink } from './confirmation/queries.ts';
import { sendReset } from './jobs.ts';
import { findPasskeys } from './passkeys/queries.ts';
import * as queries from './queries.ts';
import { linkUsed, translated } from './sign-in/ask.ts';
import { sendNotice } from './security-notices/security-notices.ts';
import { refuseWeakPassword } from './sign-in/weak-passwords.ts';

/** 3 mails an hour to one address, whoever asks. */
const mailsPerAccount = { name: 'forgot:account', points: 3, seconds: 3_600 };

/**
 * Only writes a job: whether the address has an account is found out by the worker, so the answer takes the same time
 * and says the same either way.
 */
export async function forgotPassword({ database, limits }: Accounts, email: string): Promise<{ message: string }> {
  // Hashed, so that the table of counters is no list of who was asked for.
  await limits.spend(mailsPerAccount, hashToken(email));
  await enqueueSystem(database.tenant(null), sendReset, { email });
  return { message: "If that address has an account, we've sent it a link." };
}

/** Called by the worker. The engine makes the single-use token and calls back with it to be mailed. */
export async function requestReset({ engine }: Accounts, email: string): Promise<void> {
  await engine.api.requestPasswordReset({ body: { email } });
}

export async function resetPassword(
  accounts: Accounts,
  { token, password }: { token: string; password: string },
  exchange: Exchange,
): Promise<void> {
  await refuseWeakPassword({ password, personal: [], network: exchange.network });
  const userId = await userOfToken(accounts, token);
  await refuseElsewhere(accounts, userId, exchange);
  try {
    await accounts.engine.api.resetPassword({ body: { token, newPassword: password } });
  } catch (error) {
    throw translated(error);
  }
  if (userId) await confirmByMailedLink(accounts.database, userId);
  const user = userId === null ? undefined : await queries.findAccount(accounts.database, { userId });
  if (!user) return;
  const { id, organization_id: organizationId } = user;
  await queries.inDirectory(accounts.database, async (database) => {
    // Older links of the same person must not undo this.
    await queries.deletePendingTokens(database.directory, id);
    // They stay: whoever holds one has proven who they are. The person reads which ones there are.
    const passkeys = (await findPasskeys(database.directory, id)).map(({ name }) => name);
    await sendNotice({ db: database.directory, organizationId }, 'password-changed', user, { exchange, passkeys });
  });
  exchange.person = { organizationId, userId: id, clientId: null };
}

/** On a host name of an organization the people of all others are unknown, and so are their links. */
async function refuseElsewhere(
  { database }: Accounts,
  userId: string | null,
  { hostOrganizationId }: Exchange,
): Promise<void> {
  if (hostOrganizationId === null || userId === null) return;
  const account = await queries.findAccount(database, { userId });
  if (account?.organization_id !== hostOrganizationId) throw linkUsed();
}

async function userOfToken({ engine }: Accounts, token: string): Promise<string | null> {
  const { internalAdapter } = await engine.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return found?.value ?? null;
}
