import { sql } from 'kysely';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database, Db } from '#platform/database/database.ts';

/** Through the wall: a person of another organization is not there. */
export const findAddressee = (ctx: Pick<Context, 'db' | 'organizationId'>, userId: string) =>
  ctx.db
    .selectFrom('directory.users')
    .select(['id', 'email', 'locale', 'email_confirmed_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', userId)
    .executeTakeFirst();

/** One conditional update: a link is used once, and an address that has changed meanwhile stays unconfirmed. */
export const confirmAddress = (database: Database, { id, email }: { id: string; email: string }) =>
  database.directory
    .updateTable('directory.users')
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/**
 * Somebody who opened a mailed link has the mailbox. A second factor or a passkey set up before that belongs to whoever
 * registered the address without having it: the one would lock its owner out, the other let the stranger in.
 */
export const confirmByMailedLink = (database: Database, userId: string): Promise<void> =>
  inTransaction({ db: database.directory }, async ({ db }) => {
    const first = await db
      .updateTable('directory.users')
      .set({ email_confirmed_at: sql<Date>`now()`, two_factor_enabled: false })
      .where('id', '=', userId)
      .where('email_confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!first) return;
    await db.deleteFrom('directory.two_factors').where('user_id', '=', userId).execute();
    await db.deleteFrom('directory.passkeys').where('user_id', '=', userId).execute();
  });

/** Call with the sign-in tables open. Alone in their organization: nobody else loses their account with it. */
const unconfirmed = (db: Db, email: string) =>
  db
    .selectFrom('directory.users as u')
    .select(['u.id', 'u.organization_id'])
    .where('u.email', '=', email)
    .where('u.email_confirmed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from directory.users as other where other.organization_id = u.organization_id and other.id <> u.id)`,
    );

export const isUnconfirmed = async (database: Database, email: string): Promise<boolean> =>
  (await unconfirmed(database.directory, email).executeTakeFirst()) !== undefined;

/** Their sessions, password and second factor go with the row. Answers the organization that is left without people. */
export async function deleteUnconfirmed(db: Db, email: string): Promise<string | undefined> {
  const found = await unconfirmed(db, email).forUpdate().executeTakeFirst();
  if (!found) return undefined;
  await db.deleteFrom('directory.users').where('id', '=', found.id).execute();
  return found.organization_id;
}
