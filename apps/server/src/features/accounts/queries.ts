import type { Tier } from '@waggle/contracts/plans';
import { sql } from 'kysely';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import { productColumns } from './white-label/queries.ts';

/** Runs a step with the sign-in tables open, inside the caller's transaction, and closes them again. */
export async function withDirectory<Result>(db: Db, step: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('role', 'waggle_auth', true)`.execute(db);
  const result = await step();
  await sql`select set_config('role', 'waggle_app', true)`.execute(db);
  return result;
}

/** Runs the steps in one transaction of the sign-in tables; a job they enqueue belongs to it. */
export const inDirectory = <Result>(database: Database, steps: (database: Database) => Promise<Result>) =>
  inTransaction({ db: database.directory }, ({ db: directory }) => steps({ ...database, directory }));

export const newId = async (database: Database): Promise<string> =>
  (await sql<{ id: string }>`select new_id() as id`.execute(database.tenant(null))).rows[0]!.id;

export const insertOrganization = (
  ctx: { db: Db },
  row: { id: string; name: string; type: string; subscription_tier: string; timezone?: string },
) => ctx.db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow();

export type NewPerson = {
  organizationId: string;
  email: string;
  name: string;
  locale: string;
  passwordHash: string;
  /** Whether a mailed link has shown that the person reads this mailbox. */
  isConfirmed: boolean;
};

/** Identity, credential and nothing else; the membership is the organization's row. */
export async function insertPerson(db: Db, person: NewPerson): Promise<{ id: string } | undefined> {
  const user = await db
    .insertInto('directory.users')
    .values({
      organization_id: person.organizationId,
      email: person.email,
      name: person.name,
      locale: person.locale,
      email_confirmed_at: person.isConfirmed ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) return undefined;
  await db
    .insertInto('directory.accounts')
    .values({ user_id: user.id, account_id: user.id, provider_id: 'credential', password: person.passwordHash })
    .execute();
  return user;
}

/** Call with the sign-in tables open. */
export const hasPeople = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('directory.users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Held until the end of the transaction. */
export const lockFirstRegistration = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('first-registration', 0))`.execute(db);

export const insertMember = (
  db: Db,
  member: { organizationId: string; userId: string; role: string; clientIds: readonly string[] },
) =>
  db
    .insertInto('members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      client_id: member.clientIds[0] ?? null,
      client_ids: [...member.clientIds],
    })
    .execute();

/** Answers where the person is at home. */
export const noteSignIn = (database: Database, userId: string) =>
  database.directory
    .updateTable('directory.users')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .returning('organization_id')
    .executeTakeFirst();

/** What a session shows. */
export type ShownClient = { activeClientId: string | null; mustChooseClient: boolean };

/** The signed-in person as the browser sees them: identity from the directory, rights and plan from the tenant. */
export async function findUser(
  database: Database,
  ctx: Pick<Context, 'db' | 'organizationId'>,
  userId: string,
  activeClientId: string | null,
) {
  const [identity, membership] = await Promise.all([
    database.directory
      .selectFrom('directory.users')
      .select([
        'id',
        'email',
        'name',
        'locale',
        'theme',
        'timezone',
        'two_factor_enabled',
        'email_confirmed_at',
        'created_at',
      ])
      .where('id', '=', userId)
      .modifyEnd(prepared)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('members as m')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .leftJoin('clients as c', (join) =>
        join
          .onRef('c.organization_id', '=', 'm.organization_id')
          .on('c.id', '=', sql<string>`coalesce(${activeClientId}::uuid, m.client_id)`),
      )
      .leftJoin('white_labels as w', 'w.organization_id', 'm.organization_id')
      .select([
        'm.role',
        'm.is_owner',
        'm.client_id',
        'm.organization_id',
        'o.subscription_tier',
        'o.timezone as organization_timezone',
        'm.photo_name',
      ])
      .select(sql<boolean>`cardinality(m.client_ids) > 0`.as('is_limited'))
      .select(['c.id as active_client_id', 'c.name as active_client_name'])
      .select(sql<boolean | null>`not c.is_active`.as('active_client_archived'))
      .select(productColumns)
      .where('m.organization_id', '=', ctx.organizationId)
      .where('m.user_id', '=', userId)
      .modifyEnd(prepared)
      .executeTakeFirst(),
  ]);
  if (!identity || !membership) return undefined;
  const clients = membership.is_limited ? await findOwnClients(database, ctx.organizationId, userId) : [];
  return { ...identity, ...membership, clients };
}

/** Those the person may work in. Over the whole organization: each one's wall hides the others. */
export const findOwnClients = (database: Database, organizationId: string, userId: string) =>
  database
    .tenant({ organizationId })
    .selectFrom('members as m')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.organization_id', '=', 'm.organization_id').on(sql<boolean>`c.id = any(m.client_ids)`),
    )
    .select(['c.id', 'c.name'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .where('c.is_active', '=', true)
    .orderBy('c.name')
    .orderBy('c.id')
    .modifyEnd(prepared)
    .execute();

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const organizationColumns = ['id', 'name', 'type', 'timezone', 'subscription_tier', 'created_at'] as const;
export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

export const findOrganization = (ctx: Context) =>
  ctx.db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', ctx.organizationId)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** Held until the end of the transaction: of two who change the zone at once, the second moves from the zone of the first. */
export const holdOrganization = (ctx: Context) =>
  ctx.db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', ctx.organizationId)
    .forUpdate()
    .executeTakeFirst();

/** Its type stays as it is until the end of the transaction: nobody adds a client while it becomes a business. */
export const shareOrganization = (ctx: Context) =>
  ctx.db.selectFrom('organizations').select('type').where('id', '=', ctx.organizationId).forShare().executeTakeFirst();

export const updateOrganization = (ctx: Context, change: { name: string; timezone: string; type?: string }) =>
  ctx.db
    .updateTable('organizations')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', ctx.organizationId)
    .returning(organizationColumns)
    .executeTakeFirst();

/** What it was before; undefined when it was that already. Whoever changes it at once waits for the other. */
export async function updateTier(ctx: Context, tier: Tier): Promise<Tier | undefined> {
  const { rows } = await sql<{ before: Tier }>`
    update organizations o set subscription_tier = ${tier}, updated_at = now()
    from (select id, subscription_tier as before from organizations where id = ${ctx.organizationId}::uuid for update) was
    where o.id = was.id and was.before <> ${tier} returning was.before`.execute(ctx.db);
  return rows[0]?.before;
}

export const updateUser = (
  database: Database,
  userId: string,
  change: { name?: string; locale?: string; theme?: string; timezone?: string | null },
) =>
  database.directory
    .updateTable('directory.users')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();

/** In the caller's transaction, with the sign-in tables open. */
export const showClient = (db: Db, sessionId: string, { activeClientId, mustChooseClient }: ShownClient) =>
  db
    .updateTable('directory.sessions')
    .set({ active_client_id: activeClientId, must_choose_client: mustChooseClient })
    .where('id', '=', sessionId)
    .execute();

export const listSessions = (database: Database, userId: string) =>
  database.directory
    .selectFrom('directory.sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();

export const deleteSession = (database: Database, userId: string, sessionId: string) =>
  database.directory
    .deleteFrom('directory.sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();

/** Answers how many. */
export const deleteSessionsExcept = async (database: Database, userId: string, keep: string | null): Promise<number> =>
  Number(
    (
      await database.directory
        .deleteFrom('directory.sessions')
        .where('user_id', '=', userId)
        .$if(keep !== null, (query) => query.where('id', '!=', keep))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/** Answers whether it was on; one that was begun and never confirmed goes too. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('directory.two_factors').where('user_id', '=', userId).execute();
  const changed = await db
    .updateTable('directory.users')
    .set({ two_factor_enabled: false, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('two_factor_enabled', '=', true)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Three are valid at any moment; more than that are kept only while they come faster than they expire. */
const codesKept = 10;

/**
 * False when this code has been used within its lifetime: 30 seconds, and one such window either side. Another code that is used in
 * between does not make it good again.
 */
export async function noteUsedCode(database: Database, userId: string, codeHash: string): Promise<boolean> {
  const noted = await database.directory
    .updateTable('directory.two_factors')
    .set({
      last_code: sql<string>`case when last_code_at < now() - interval '2 minutes' then ${codeHash}
        else left(concat_ws(' ', ${codeHash}::text, last_code), ${codesKept * (codeHash.length + 1)}::int) end`,
      last_code_at: sql<Date>`now()`,
    })
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`(last_code is null or strpos(last_code, ${codeHash}) = 0 or last_code_at < now() - interval '2 minutes')`,
    )
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Encrypted, with whose they are, in the order of their ids. */
export const findFactors = (database: Database, after: string | null, limit: number) =>
  database.directory
    .selectFrom('directory.two_factors as f')
    .innerJoin('directory.users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.secret', 'f.backup_codes', 'u.organization_id'])
    .$if(after !== null, (query) => query.where('f.id', '>', after))
    .orderBy('f.id')
    .limit(limit)
    .execute();

/** False when the row has changed since it was read, as when a recovery code was used. */
export const replaceFactor = async (
  database: Database,
  id: string,
  column: 'secret' | 'backup_codes',
  { before, fresh }: { before: string; fresh: string },
): Promise<boolean> =>
  (await database.directory
    .updateTable('directory.two_factors')
    .set({ [column]: fresh })
    .where('id', '=', id)
    .where(column, '=', before)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const showClientByToken = (
  database: Database,
  tokenHash: string,
  { activeClientId, mustChooseClient }: ShownClient,
) =>
  database.directory
    .updateTable('directory.sessions')
    .set({ active_client_id: activeClientId, must_choose_client: mustChooseClient })
    .where('token', '=', tokenHash)
    .execute();

export const deleteSessionByToken = (database: Database, tokenHash: string) =>
  database.directory.deleteFrom('directory.sessions').where('token', '=', tokenHash).execute();

/** Every link mailed earlier, every half-done sign-in and every trusted device of this person. */
export async function deletePendingTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('directory.verifications').where('value', '=', userId).execute();
  // Its mail tells whoever did not ask for it to change the password: that has to be enough.
  await db.deleteFrom('directory.email_changes').where('user_id', '=', userId).execute();
}

export const findPasswordHash = (database: Database, userId: string) =>
  database.directory
    .selectFrom('directory.accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();

export const updatePasswordHash = (database: Database, userId: string, password: string) =>
  database.directory
    .updateTable('directory.accounts')
    .set({ password, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();

export const deleteUser = (db: Db, userId: string) =>
  db.deleteFrom('directory.users').where('id', '=', userId).execute();

export const findUserIdByEmail = (database: Database, email: string) =>
  database.directory
    .selectFrom('directory.users')
    .select(['id', 'locale', 'organization_id'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Whose account it is and where, before anybody has signed in. */
export const findAccount = (database: Database, by: { email: string } | { userId: string }) =>
  database.directory
    .selectFrom('directory.users')
    .select(['id', 'organization_id', 'email', 'name', 'locale', 'email_confirmed_at'])
    .where('email' in by ? 'email' : 'id', '=', 'email' in by ? by.email : by.userId)
    .executeTakeFirst();

/** Names of people of the organization by their ids; null among these is nobody. */
export async function findPeopleNames(
  ctx: Context,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('directory.users')
    .select(['id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}
