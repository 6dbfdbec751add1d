import type { ContactViewState } from '@waggle/contracts/contact-views';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

const columns = ['id', 'owner_id', 'client_id', 'name', 'state', 'updated_at'] as const;

/** Of the client that is shown alone; where all are, those that were saved there. */
const shown = (ctx: Context) =>
  sql<boolean>`organization_id = ${ctx.organizationId}::uuid and client_id is not distinct from ${activeClient(ctx)}::uuid`;
/** The team's and one's own: nobody reads what somebody else looks for. */
const inSight = (userId: string) => sql<boolean>`(owner_id is null or owner_id = ${userId}::uuid)`;

export const findViews = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('contact_views')
    .select(columns)
    .where(shown(ctx))
    .where(inSight(userId))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
export type ViewRow = Awaited<ReturnType<typeof findViews>>[number];

/** Held, so that two changes follow each other. Where all clients are shown also that of a client. */
export const findView = (ctx: Context, userId: string, id: string) =>
  ctx.db
    .selectFrom('contact_views')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .$if(activeClient(ctx) !== null, (query) => query.where('client_id', '=', activeClient(ctx)))
    .where(inSight(userId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Two who save at once would both find room for one more. */
export const holdViews = (ctx: Context) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact-views:${ctx.organizationId}`}, 0))`.execute(ctx.db);

/** Of a person, or null for the team's, at a client. */
export const countViews = async (ctx: Context, ownerId: string | null, clientId: string | null): Promise<number> =>
  Number(
    (
      await ctx.db
        .selectFrom('contact_views')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('organization_id', '=', ctx.organizationId)
        .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
        .where(sql<boolean>`owner_id is not distinct from ${ownerId}::uuid`)
        .executeTakeFirstOrThrow()
    ).total,
  );

type NewView = { name: string; ownerId: string | null; state: ContactViewState };

export const insertView = (ctx: Context, { name, ownerId, state }: NewView) =>
  ctx.db
    .insertInto('contact_views')
    .values({
      organization_id: ctx.organizationId,
      client_id: activeClient(ctx),
      owner_id: ownerId,
      name,
      state: JSON.stringify(state),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type ViewChange = { name?: string; owner_id?: null; state?: string };

export const updateView = (ctx: Context, id: string, change: ViewChange) =>
  ctx.db
    .updateTable('contact_views')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteView = (ctx: Context, id: string) =>
  ctx.db.deleteFrom('contact_views').where('organization_id', '=', ctx.organizationId).where('id', '=', id).execute();
