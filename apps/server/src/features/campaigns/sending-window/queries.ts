import type { Opening, SendingWindow } from '@waggle/contracts/sending-window';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { lingerSeconds } from '../sending/queries.ts';

/** A retry or a resumed campaign may have shut days ago. */
const isOver = sql<boolean>`window_closes_at <= now() - make_interval(secs => ${lingerSeconds})`;

/** At most 1,000 in one look; the next comes a second later. */
export async function shutCampaigns(sweep: Db): Promise<{ organizationId: string; campaignId: string }[]> {
  const { rows } = await sql<{ organizationId: string; campaignId: string }>`
    select organization_id as "organizationId", id as "campaignId" from campaigns
    where status = 'ACTIVE' and ${isOver} order by window_closes_at limit 1000`.execute(sweep);
  return rows;
}

export async function findWindow(ctx: Context, campaignId: string) {
  const row = await ctx.db
    .selectFrom('campaigns')
    .select(['sending_window', sql<Date>`now()`.as('now')])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .executeTakeFirst();
  return row && { window: row.sending_window as SendingWindow | null, now: row.now };
}

/** Where it has not been done yet. */
export const noteOpening = (ctx: Context, campaignId: string, opening: Opening | null) =>
  ctx.db
    .updateTable('campaigns')
    .set({
      window_opens_at: opening && new Date(opening.opensAt),
      window_closes_at: opening && new Date(opening.closesAt),
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where(isOver)
    .execute();
