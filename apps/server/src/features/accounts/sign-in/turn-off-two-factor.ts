import { recordAudit } from '#platform/audit/audit.ts';
import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import * as queries from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';

/** Ends the second factor with its recovery codes and every half-done sign-in. Answers whether it was on. */
export const turnOffTwoFactor = ({ directory }: Database, userId: string): Promise<boolean> =>
  inTransaction({ db: directory }, async ({ db }) => {
    const wasOn = await queries.deleteTwoFactor(db, userId);
    await queries.deletePendingTokens(db, userId);
    return wasOn;
  });

/** For somebody who can no longer pass it. Whoever holds a session of theirs is signed out too. */
export async function resetTwoFactor(
  database: Database,
  email: string,
): Promise<{ wasOn: boolean; endedSessions: number } | undefined> {
  const user = await queries.findAccount(database, { email });
  if (!user) return undefined;
  const { id, organization_id: organizationId, name } = user;
  const wasOn = await queries.inDirectory(database, async (database) => {
    const wasOn = await turnOffTwoFactor(database, id);
    if (wasOn) await sendNotice({ db: database.directory, organizationId }, 'two-factor-off', user);
    return wasOn;
  });
  await recordAudit(
    { db: database.tenant({ organizationId }), organizationId },
    {
      action: 'profile.disable-two-factor',
      actorKind: 'operator',
      entityType: 'account',
      entityId: id,
      entityLabel: name,
    },
  );
  return { wasOn, endedSessions: await queries.deleteSessionsExcept(database, id, null) };
}
