import type { LeftOutContact } from '@waggle/contracts/campaign-recipients';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { requireCampaign } from '../campaigns.ts';
import { mostCounted } from '../recipients/queries.ts';
import { contactIn } from '../recipients/recipients.ts';
import * as queries from './queries.ts';

type Question = queries.LeftOutFilter & { cursor?: string | undefined; limit: number };

/** Seconds to find those few whom a million others were chosen before. */
const searchSeconds = 20;

/** Why somebody did not get it. Nobody is left out of what has not started. */
export async function listLeftOut(ctx: Context, campaignId: string, { cursor, limit, ...filter }: Question) {
  const campaign = await requireCampaign(ctx, campaignId);
  if (campaign.month === null) return { items: [], nextCursor: null, total: 0 };
  const after = contactIn(cursor);
  return withStatementTimeout(ctx, searchSeconds, async (ctx) => {
    const rows = await queries.findLeftOut(ctx, campaign, filter, { after, limit: limit + 1 });
    const items = rows.slice(0, limit).map(presentLeftOut);
    const total = await queries.countLeftOut(ctx, campaign, filter, mostCounted);
    return { items, nextCursor: rows.length > limit ? items.at(-1)!.contactId : null, total };
  });
}

export const presentLeftOut = (row: queries.LeftOutRow): z.infer<typeof LeftOutContact> => ({
  ...row,
  reason: row.reason as z.infer<typeof LeftOutContact>['reason'],
});
