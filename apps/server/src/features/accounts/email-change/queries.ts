import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { DirectoryEmailChanges } from '#platform/schema.ts';
import type { Side } from './change-token.ts';

export type EmailChangeRow = Selectable<DirectoryEmailChanges>;
export type NewChange = Pick<EmailChangeRow, 'user_id' | 'id' | 'old_email' | 'new_email' | 'old_token' | 'new_token'>;

// All of these are called with the sign-in tables open.

/** One that has not expired. */
export const findChange = (db: Db, userId: string) =>
  db
    .selectFrom('directory.email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** A person has one wish: a new one takes the place of the old, whose links die with their hashes. */
export const replaceChange = (db: Db, change: NewChange) =>
  db
    .insertInto('directory.email_changes')
    .values({ ...change, expires_at: inOneDay })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...change,
        old_confirmed_at: null,
        new_confirmed_at: null,
        expires_at: inOneDay,
        created_at: sql<Date>`now()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
const inOneDay = sql<Date>`now() + interval '1 day'`;

export const deleteChange = (db: Db, userId: string) =>
  db.deleteFrom('directory.email_changes').where('user_id', '=', userId).returning('user_id').executeTakeFirst();

/** Held until the end of the transaction: of two links opened at once, the second sees the first. */
export const holdPerson = (db: Db, userId: string) =>
  db
    .selectFrom('directory.users')
    .select(['id', 'email', 'name', 'locale', 'email_confirmed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export const noteConfirmed = (db: Db, userId: string, side: Side) =>
  db
    .updateTable('directory.email_changes')
    .set(side === 'old' ? { old_confirmed_at: sql<Date>`now()` } : { new_confirmed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();

/** Fails on the unique key when somebody else has the address by now. */
export const changeAddress = (db: Db, userId: string, email: string) =>
  db
    .updateTable('directory.users')
    .set({ email, email_confirmed_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
