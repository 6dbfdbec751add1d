import type { Context } from '#platform/context.ts';
import { requireCampaign } from '../campaigns.ts';
import { findLinkFigures, type LinkFigures } from './queries.ts';

/** None before the content is frozen: until then a link has no number. */
export async function linkFigures(ctx: Context, campaignId: string): Promise<{ items: LinkFigures[] }> {
  await requireCampaign(ctx, campaignId);
  return { items: await findLinkFigures(ctx, campaignId) };
}
