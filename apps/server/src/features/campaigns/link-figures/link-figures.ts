import type { Context } from '#platform/context.ts';
import { requireReported } from '../report/reported-campaign.ts';
import { findLinkFigures, type LinkFigures } from './queries.ts';

/** None before the content is frozen: until then a link has no number. */
export async function linkFigures(ctx: Context, campaignId: string): Promise<{ items: LinkFigures[] }> {
  await requireReported(ctx, campaignId);
  return { items: await findLinkFigures(ctx, campaignId) };
}
