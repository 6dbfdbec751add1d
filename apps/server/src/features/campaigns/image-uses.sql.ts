import { sql } from 'kysely';
import type { FindUses } from '#features/images/index.ts';

/** Campaigns and emails to one contact, of every client: whoever deletes an image is told of all who would lose it. */
export const campaignsWithImage: FindUses = async (ctx, fileName, most) => {
  const found = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'status', sql<number>`(count(*) over ())::int`.as('total')])
    .where('organization_id', '=', ctx.organizationId)
    .where('deleted_at', 'is', null)
    // One of blocks has its HTML only once it is sent.
    .where(sql<boolean>`(strpos(content ->> 'html', ${fileName}) > 0 or strpos(document::text, ${fileName}) > 0)`)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return {
    items: found.map(({ id, name, status }) => ({ kind: 'campaign', id, name, status })),
    total: found[0]?.total ?? 0,
  };
};
