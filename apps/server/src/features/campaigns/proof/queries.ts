import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Some rows of the ledger in the order of contact ids. */
export const findRows = (
  ctx: Context,
  campaignId: string,
  month: string,
  page: { after: string | null; limit: number },
) =>
  ctx.db
    .selectFrom('campaign_sends')
    .select(['contact_id', 'id', 'state', 'reason', 'attempts', 'sent_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`campaign_month = ${month}::date`)
    .$if(page.after !== null, (query) => query.where('contact_id', '>', page.after))
    .orderBy('contact_id')
    .limit(page.limit)
    .execute();
