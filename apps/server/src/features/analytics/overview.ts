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

export async function overviewOf(ctx: Context, name: PeriodName): Promise<ReplyInput<typeof readAnalytics>> {
  const period = await periodOf(ctx, name);
  const { span, previous } = period;
  const [tallies, changes, [sums, before], scanned, active, campaigns] = await Promise.all([
    tallyByStatus(ctx),
    sumTotals(ctx, [contactsChange, activeCampaignsChange], [span]),
    sumCampaigns(ctx, previous ? [span, previous.span] : [span]),
    findBestCodes(ctx, { days: scanDays(period), before: previous && previous.days, most: best }),
    countActiveCampaigns(ctx),
    findBestCampaigns(ctx, span, best),
  ]);
  const contacts = tallies.reduce((total, tally) => total + tally.contacts, 0);
  /** Against how many there were when the period began. */
  const since = (change: number, now: number) => (previous ? changeSince(now - change, now) : null);
  const openRate = percentOf(sums!.opened, sums!.delivered);
  return {
    ...shownPeriods(period),
    contacts: { value: contacts, change: since(changes[contactsChange][0]!, contacts) },
    emailOpenRate: {
      value: openRate,
      change: changeSince(before ? percentOf(before.opened, before.delivered) : null, openRate),
    },
    scans: { value: scanned.scans, change: changeSince(scanned.scansBefore, scanned.scans) },
    activeCampaigns: { value: active, change: since(changes[activeCampaignsChange][0]!, active) },
    isDeliveredEstimated: sums!.isDeliveredEstimated,
    performance: presentTotals(sums!),
    performanceBefore: before ? presentTotals(before) : null,
    distribution: contactStatuses.map((status) => ({
      status,
      contacts: tallies.find((tally) => tally.status === status)?.contacts ?? 0,
    })),
    campaigns: campaigns.map(presentCampaign),
    codes: await presentCodes(ctx, scanned.best),
  };
}
