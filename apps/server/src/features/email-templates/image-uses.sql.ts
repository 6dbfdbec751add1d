import { sql } from 'kysely';
import type { FindUses } from '#features/images/index.ts';

/** Templates of every client: whoever deletes an image is told of all that would lose it. */
export const templatesWithImage: FindUses = async (ctx, fileName, most) => {
  const found = await ctx.db
    .selectFrom('email_templates')
    .select(['id', 'name', sql<number>`(count(*) over ())::int`.as('total')])
    .where('organization_id', '=', ctx.organizationId)
    .where(sql<boolean>`strpos(html, ${fileName}) > 0`)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return {
    items: found.map(({ id, name }) => ({ kind: 'template', id, name, status: null })),
    total: found[0]?.total ?? 0,
  };
};

/** Saved blocks of every client. */
export const savedBlocksWithImage: FindUses = async (ctx, fileName, most) => {
  const found = await ctx.db
    .selectFrom('saved_blocks')
    .select(['id', 'name', sql<number>`(count(*) over ())::int`.as('total')])
    .where('organization_id', '=', ctx.organizationId)
    .where(sql<boolean>`strpos(block::text, ${fileName}) > 0`)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return {
    items: found.map(({ id, name }) => ({ kind: 'saved-block', id, name, status: null })),
    total: found[0]?.total ?? 0,
  };
};
