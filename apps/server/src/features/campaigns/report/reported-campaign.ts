import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { withProgress } from '../campaigns.ts';
import { presentFigures } from '../present.ts';
import { type CampaignSummaryRow, findSummary } from '../queries.ts';

/** A guest sees what was sent to an audience: no draft, and no email to one contact. */
export async function requireReported(ctx: Context, campaignId: string): Promise<CampaignSummaryRow> {
  const campaign = await findSummary(ctx, campaignId);
  if (!campaign) throw notFound();
  const isGuest = ctx.actor.kind === 'user' && ctx.actor.role === 'GUEST';
  if (isGuest && (campaign.sent_at === null || campaign.contact_id !== null)) throw notFound();
  return campaign;
}

export async function figuresOf(ctx: Context, campaignId: string): Promise<CampaignFigures> {
  const [campaign] = await withProgress(ctx, [await requireReported(ctx, campaignId)]);
  return presentFigures(campaign!);
}
