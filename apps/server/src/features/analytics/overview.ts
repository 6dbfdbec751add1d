import type { readAnalytics } from '@waggle/contracts/analytics';
import { contactStatuses } from '@waggle/contracts/contacts';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { countActiveCampaigns, findBestCampaigns, sumCampaigns } from '#features/campaigns/index.ts';
import { tallyByStatus } from '#features/contacts/index.ts';
import { changeSince, metric, percentOf, sumTotals } from '#features/engagement/index.ts';
import { findBestCodes } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { presentCampaign, presentTotals } from './campaigns.ts';
import { presentCodes, scanDays } from './codes.ts';
import { periodOf, type PeriodName, shownPeriods } from './period.ts';

/** Campaigns and codes among the best. */
const best = 5;

const { contactsChange, activeCampaignsChange } = metric.total;
const { scans } = metric.scan;

export async function overviewOf(ctx: Context, name: PeriodName): Promise<ReplyInput<typeof readAnalytics>> {
  const period = await periodOf(ctx, name);
  const { span, previous } = period;
  const spans = previous ? [span, previous.span] : [span];
  const [tallies, totals, [sums, before], codes, active, campaigns] = await Promise.all([
    tallyByStatus(ctx),
    sumTotals(ctx, [contactsChange, activeCampaignsChange, scans], spans),
    sumCampaigns(ctx, spans),
    findBestCodes(ctx, scanDays(period), best),
    countActiveCampaigns(ctx),
    findBestCampaigns(ctx, span, best),
  ]);
  const contacts = tallies.reduce((total, tally) => total + tally.contacts, 0);
  /** Against how many there were when the period began. */
  const since = (change: number, now: number) => (previous ? changeSince(now - change, now) : null);
  const [scanned, scannedBefore] = totals[scans];
  const openRate = percentOf(sums!.opened, sums!.delivered);
  return {
    ...shownPeriods(period),
    contacts: { value: contacts, change: since(totals[contactsChange][0]!, contacts) },
    emailOpenRate: {
      value: openRate,
      change: changeSince(before ? percentOf(before.opened, before.delivered) : null, openRate),
    },
    scans: { value: scanned!, change: changeSince(scannedBefore ?? null, scanned!) },
    activeCampaigns: { value: active, change: since(totals[activeCampaignsChange][0]!, active) },
    isDeliveredEstimated: sums!.isDeliveredEstimated,
    performance: presentTotals(sums!),
    performanceBefore: before ? presentTotals(before) : null,
    distribution: contactStatuses.map((status) => ({
      status,
      contacts: tallies.find((tally) => tally.status === status)?.contacts ?? 0,
    })),
    campaigns: campaigns.map(presentCampaign),
    codes: await presentCodes(ctx, codes),
  };
}
