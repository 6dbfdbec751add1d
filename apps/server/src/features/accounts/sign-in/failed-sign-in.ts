import type { Exchange } from '#platform/http/serve.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { findAccount } from '../queries.ts';

/** Rows of failed tries one account can get in an hour: a storm of guesses shows, and does not fill the table. */
const failuresPerAccount = { name: 'audit:sign-in', points: 10, seconds: 3_600 };

/** Wrong passwords, codes and passkeys, and right passwords that still need a code. Other refusals say nothing about an account. */
const recorded = new Set(['wrong_credentials', 'wrong_code', 'two_factor_required', 'passkey_refused']);

/** Puts a failed try into the audit log of the account's organization; a try at an unknown address leaves nothing. */
export async function noteFailedSignIn(
  { database, limits }: Accounts,
  account: { email: string } | { userId: string },
  exchange: Exchange,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Problem) || !recorded.has(error.code)) return;
  const user = await findAccount(database, account);
  if (!user) return;
  const isBounded = await limits.spend(failuresPerAccount, user.id).then(
    () => true,
    () => false,
  );
  if (!isBounded) return;
  const { organization_id: organizationId } = user;
  await recordAudit(
    { db: database.tenant({ organizationId }), organizationId },
    {
      action: 'auth.login',
      actorKind: 'visitor',
      entityType: 'account',
      entityId: user.id,
      entityLabel: user.name,
      outcome: 'failed',
      reason: error.code,
      ipAddress: exchange.address,
      userAgent: exchange.headers.get('user-agent'),
    },
  );
}
