import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { DirectoryPasskeys } from '#platform/schema.ts';

export type PasskeyRow = Selectable<DirectoryPasskeys>;

// All of these are called with the sign-in tables open.

export const findPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('directory.passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findByCredential>>>;

/** With whose it is and where, before anybody has signed in. */
export const findByCredential = (db: Db, credential: string) =>
  db
    .selectFrom('directory.passkeys as p')
    .innerJoin('directory.users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.organization_id', 'u.email', 'u.name as person', 'u.locale', 'u.email_confirmed_at'])
    .where('p.credential', '=', credential)
    .executeTakeFirst();

/** Undefined when the key is somebody's already. */
export const insertPasskey = (db: Db, row: Insertable<DirectoryPasskeys>) =>
  db
    .insertInto('directory.passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateName = (db: Db, userId: string, passkeyId: string, name: string) =>
  db
    .updateTable('directory.passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();

export const deletePasskey = (db: Db, userId: string, passkeyId: string) =>
  db
    .deleteFrom('directory.passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst();

/** False when the counter did not go up. In one statement: of two uses with one counter the second is refused. */
export const noteUse = async (db: Db, passkeyId: string, use: { counter: number; isSynced: boolean }) =>
  (await db
    .updateTable('directory.passkeys')
    .set({ counter: String(use.counter), is_synced: use.isSynced, last_used_at: sql<Date>`now()` })
    .where('id', '=', passkeyId)
    .where(sql<boolean>`(counter = 0 and ${use.counter}::bigint = 0) or counter < ${use.counter}::bigint`)
    .returning('id')
    .executeTakeFirst()) !== undefined;

type Purpose = 'sign-in' | 'second-factor' | 'add' | 'confirm' | 'code';
/** For what a challenge is, and for whom: the columns that do not apply are null. */
export type ChallengeHolder = { purpose: Purpose; userId: string | null; sessionId: string | null };

export const insertChallenge = (
  db: Db,
  { purpose, userId, sessionId }: ChallengeHolder,
  row: { hash: string; userHandle?: string },
) =>
  db
    .insertInto('directory.passkey_challenges')
    .values({
      hash: row.hash,
      purpose,
      user_id: userId,
      session_id: sessionId,
      user_handle: row.userHandle ?? null,
      expires_at: sql<Date>`now() + interval '5 minutes'`,
    })
    .execute();

/** Deleted by whoever takes it: of a hundred at once one gets it. */
export const takeChallenge = (db: Db, { purpose, userId, sessionId }: ChallengeHolder, hash: string) =>
  db
    .deleteFrom('directory.passkey_challenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_handle')
    .executeTakeFirst();

/** Whether two-factor is on, and by what. A row that is not verified holds recovery codes alone, or an app not confirmed yet. */
export const findSecondFactors = async (db: Db, userId: string) => {
  const { rows } = await sql<{ enabled: boolean; app: boolean; passkeys: number }>`
    select u.two_factor_enabled as enabled,
      exists (select from directory.two_factors f where f.user_id = u.id and f.verified) as app,
      (select count(*)::int from directory.passkeys p where p.user_id = u.id) as passkeys
    from directory.users u where u.id = ${userId}::uuid`.execute(db);
  return rows[0] ?? { enabled: false, app: false, passkeys: 0 };
};

/** In place of one that was begun and never confirmed. */
export async function insertRecoveryCodes(db: Db, row: { userId: string; secret: string; codes: string }) {
  await db.deleteFrom('directory.two_factors').where('user_id', '=', row.userId).execute();
  await db
    .insertInto('directory.two_factors')
    .values({ user_id: row.userId, secret: row.secret, backup_codes: row.codes, verified: false })
    .execute();
  await db
    .updateTable('directory.users')
    .set({ two_factor_enabled: true, updated_at: sql<Date>`now()` })
    .where('id', '=', row.userId)
    .execute();
}

/** A secret for an app that is not confirmed yet; the recovery codes beside it stay. */
export const replaceSecret = async (db: Db, userId: string, secret: string) =>
  (await db
    .updateTable('directory.two_factors')
    .set({ secret })
    .where('user_id', '=', userId)
    .where('verified', '=', false)
    .returning('id')
    .executeTakeFirst()) !== undefined;
