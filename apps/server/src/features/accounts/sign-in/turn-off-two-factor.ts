import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import * as queries from '../queries.ts';

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
  const user = await queries.findUserIdByEmail(database, email);
  if (!user) return undefined;
  const wasOn = await turnOffTwoFactor(database, user.id);
  return { wasOn, endedSessions: await queries.deleteSessionsExcept(database, user.id, null) };
}
