import type { CampaignTotals, RankedCampaign, readCampaignAnalytics } from '@waggle/contracts/analytics';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import { findSentCampaigns, type SentCampaign, sumCampaigns } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { percentOf } from '#features/engagement/index.ts';
import { periodOf, shownPeriods } from './period.ts';

export async function campaignAnalytics(
  ctx: Context,
  { period: name, ...place }: ServedInput<typeof readCampaignAnalytics>['query'],
): Promise<ReplyInput<typeof readCampaignAnalytics>> {
  const period = await periodOf(ctx, name);
  const [{ items, nextCursor }, [sums]] = await Promise.all([
    findSentCampaigns(ctx, period.span, place),
    sumCampaigns(ctx, [period.span]),
  ]);
  return {
    ...shownPeriods(period),
    items: items.map(presentCampaign),
    nextCursor,
    total: sums!.campaigns,
    sums: presentTotals(sums!),
  };
}

export const presentTotals = ({ sent, delivered, opened, clicked, bounced }: CampaignTotals): CampaignTotals => ({
  sent,
  delivered,
  opened,
  clicked,
  bounced,
});

export const presentCampaign = (row: SentCampaign): RankedCampaign => ({
  id: row.id,
  name: row.name,
  clientId: row.client_id,
  sentAt: row.sent_at.toISOString(),
  ...presentTotals(row),
  isDeliveredEstimated: row.isDeliveredEstimated,
  openRate: percentOf(row.opened, row.delivered),
  clickRate: percentOf(row.clicked, row.delivered),
});
