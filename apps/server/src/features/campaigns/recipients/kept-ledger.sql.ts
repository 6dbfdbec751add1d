import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { CampaignRow } from '../queries.ts';

/** Whether the rows of the recipients are still there. Their month is dropped after 13 months, the campaign and its figures stay. */
export async function isLedgerKept(ctx: Context, { id, month, audience, sequence }: CampaignRow): Promise<boolean> {
  // The people of a sequence are in its automation.
  if (sequence !== null || month === null || audience === null || Number(audience) === 0) return true;
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from campaign_sends where organization_id = ${ctx.organizationId}::uuid
      and campaign_id = ${id}::uuid and campaign_month = ${month}::date) as kept`.execute(ctx.db);
  return rows[0]?.kept === true;
}
