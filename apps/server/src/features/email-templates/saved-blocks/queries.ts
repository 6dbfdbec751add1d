import type { EmailBlock } from '@waggle/contracts/email-document';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

const summary = ['id', 'client_id', 'name', 'kind', 'created_at', 'updated_at'] as const;
const whole = [...summary, 'block'] as const;

const ofOwner = (clientId: string | null) => sql<boolean>`client_id is not distinct from ${clientId}::uuid`;
/** Of the client that is looked at alone, or anybody's while all are shown. */
const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return clientId === null ? sql<boolean>`true` : ofOwner(clientId);
};

export const findSavedBlocks = (ctx: Context, clientId: string | null, most: number) =>
  ctx.db
    .selectFrom('saved_blocks')
    .select(summary)
    .where('organization_id', '=', ctx.organizationId)
    .where(ofOwner(clientId))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(most)
    .execute();
export type SummaryRow = Awaited<ReturnType<typeof findSavedBlocks>>[number];

export const findSavedBlock = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('saved_blocks')
    .select(whole)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(inSight(ctx))
    .executeTakeFirst();
export type SavedBlockRow = NonNullable<Awaited<ReturnType<typeof findSavedBlock>>>;

export async function countSavedBlocks(ctx: Context, clientId: string | null): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('saved_blocks')
    .select(sql<string>`count(*)`.as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .where(ofOwner(clientId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type New = { name: string; client_id: string | null; block: EmailBlock };

export const insertSavedBlock = (ctx: Context, { block, ...rest }: New) =>
  ctx.db
    .insertInto('saved_blocks')
    .values({ organization_id: ctx.organizationId, ...rest, kind: block.kind, block: JSON.stringify(block) })
    .returning(whole)
    .executeTakeFirstOrThrow();

export const renameSavedBlock = (ctx: Context, id: string, name: string) =>
  ctx.db
    .updateTable('saved_blocks')
    .set({ name, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(inSight(ctx))
    .returning(whole)
    .executeTakeFirst();

export const deleteSavedBlock = (ctx: Context, id: string) =>
  ctx.db
    .deleteFrom('saved_blocks')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(inSight(ctx))
    .returning('id')
    .executeTakeFirst();
