import { sql } from 'kysely';
import type { FindUses } from '#features/images/index.ts';

/** Campaigns and emails to one contact, of every client: whoever deletes an image is told of all who would lose it. */
export const campaignsWithImage: FindUses = async (ctx, fileName, most) => {
  const found = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'status', sql<number>`(count(*) over ())::int`.as('total')])
    .where('organization_id', '=', ctx.organizationId)
    .where('deleted_at', 'is', null)
    // An email of an automation is named once, by its draft, also for what was published of it.
    .where('step_month', 'is', null)
    .where(
      sql<boolean>`(${shows(fileName)} or automation_id is not null and exists (
        select from campaign_step_contents published where published.organization_id = campaigns.organization_id
          and published.automation_id = campaigns.automation_id and published.step_id = campaigns.step_id and ${shows(fileName, 'published.')}))`,
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return {
    items: found.map(({ id, name, status }) => ({ kind: 'campaign', id, name, status })),
    total: found[0]?.total ?? 0,
  };
};

/** One of blocks has its HTML only once it is sent. */
const shows = (fileName: string, of: 'published.' | 'campaigns.' = 'campaigns.') => sql<boolean>`(
  strpos(${sql.ref(`${of}content`)} ->> 'html', ${fileName}) > 0 or strpos(${sql.ref(`${of}document`)}::text, ${fileName}) > 0)`;
