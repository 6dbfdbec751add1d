import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const columns = [
  'id',
  'client_id',
  'name',
  'kind',
  'host',
  'port',
  'tls',
  'username',
  'secret',
  'region',
  'max_connections',
  'max_per_second',
  'state',
  'last_error',
  'tested_at',
  'events_secret',
  'is_default',
  'created_at',
] as const;

const own = (ctx: Context) => ctx.db.selectFrom('smtp_connections').where('organization_id', '=', ctx.organizationId);

export const findConnections = (ctx: Context, most: number) =>
  own(ctx).select(columns).orderBy('is_default', 'desc').orderBy('id').limit(most).execute();
export type ConnectionRow = Awaited<ReturnType<typeof findConnections>>[number];

export const findConnection = (ctx: Context, connectionId: string) =>
  own(ctx).select(columns).where('id', '=', connectionId).executeTakeFirst();

/** That one, if it is the client's own or the organization's. */
export const findUsableConnection = (ctx: Context, connectionId: string, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where('id', '=', connectionId)
    .$if(clientId !== null, (query) => query.where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`))
    .executeTakeFirst();

/** The client's default, or else the organization's. */
export const findDefaultConnection = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where('is_default', '=', true)
    .where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`)
    .orderBy(sql`client_id nulls last`)
    .executeTakeFirst();

/** Of exactly this client, or with null of the organization itself: the default, else the first. */
export const findConnectionOf = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Connections of clients whose last mail or test failed. */
export const findFailingConnections = (ctx: Context, most: number) =>
  own(ctx)
    .select(['id', 'client_id', 'name', 'updated_at as since'])
    .where('client_id', 'is not', null)
    .where('state', '=', 'failing')
    .orderBy('id')
    .limit(most)
    .execute();

export const countConnections = async (ctx: Context): Promise<number> =>
  Number(
    (
      await own(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Whether this client, or the organization itself, has one of its own. */
export const hasConnections = async (ctx: Context, clientId: string | null): Promise<boolean> =>
  (await own(ctx)
    .select('id')
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type ConnectionValues = {
  name: string;
  kind: string;
  host: string;
  port: number;
  tls: string;
  username: string | null;
  secret: Buffer | null;
  region: string | null;
  max_connections: number;
  max_per_second: number | null;
  is_default: boolean;
};

export const insertConnection = (
  ctx: Context,
  connection: ConnectionValues & { client_id: string | null; events_secret: Buffer | null },
) =>
  ctx.db
    .insertInto('smtp_connections')
    .values({ organization_id: ctx.organizationId, ...connection })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateConnection = (
  ctx: Context,
  connectionId: string,
  /** Secrets that stay are left out: they may be encrypted anew at the same time. */
  change: Omit<ConnectionValues, 'secret'> & {
    secret?: Buffer | null;
    events_secret?: Buffer | null;
    tested_at?: null;
  },
) =>
  ctx.db
    .updateTable('smtp_connections')
    // What failed before may be what was just repaired.
    .set({ ...change, state: 'active', last_error: null, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', connectionId)
    .returning(columns)
    .executeTakeFirst();

/** There is one default for each client, so the one before makes way. Two people who choose follow each other. */
export async function clearDefault(ctx: Context, clientId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`default-connection:${ctx.organizationId}`}, 0))`.execute(
    ctx.db,
  );
  await ctx.db
    .updateTable('smtp_connections')
    .set({ is_default: false })
    .where('organization_id', '=', ctx.organizationId)
    .where('is_default', '=', true)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .execute();
}

export const noteOutcome = (ctx: Context, connectionId: string, error: string | null) =>
  ctx.db
    .updateTable('smtp_connections')
    .set({
      state: error === null ? 'active' : 'failing',
      last_error: error,
      updated_at: sql<Date>`now()`,
      ...(error === null ? { tested_at: sql<Date>`now()` } : {}),
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', connectionId)
    .execute();

/** Campaigns that are being sent, or wait for their hour, and name this connection. */
export const isInUse = async (ctx: Context, connectionId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('connection_id', '=', connectionId)
    .where('status', 'in', ['ACTIVE', 'PAUSED'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const deleteConnection = (ctx: Context, connectionId: string) =>
  ctx.db
    .deleteFrom('smtp_connections')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', connectionId)
    .returning('id')
    .executeTakeFirst();
