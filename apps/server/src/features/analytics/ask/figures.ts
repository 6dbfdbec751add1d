import type { AskMetric } from '@waggle/contracts/ask';
import { sumCampaigns } from '#features/campaigns/index.ts';
import { countContacts } from '#features/contacts/index.ts';
import { metric as kept, percentOf, sumTotals } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import type { AskedPeriod } from './period.ts';

/** What campaigns come to, and what of it a metric is. */
export type EmailSums = { sent: number; delivered: number; opened: number; clicked: number; bounced: number };
export type EmailMetric = Exclude<AskMetric, 'contacts' | 'new-contacts' | 'scans' | 'revenue' | 'campaigns'>;

export function emailFigure(metric: EmailMetric, sums: EmailSums): number | null {
  if (metric === 'open-rate') return percentOf(sums.opened, sums.delivered);
  if (metric === 'click-rate') return percentOf(sums.clicked, sums.delivered);
  return sums[
    ({ sent: 'sent', delivered: 'delivered', opens: 'opened', clicks: 'clicked', bounces: 'bounced' } as const)[metric]
  ];
}

/** Metrics that are kept for the organization and each client. */
export const keptTotals = {
  'new-contacts': kept.total.contactsCreated,
  revenue: kept.total.revenue,
  scans: kept.scan.scans,
} as const;

export const isKept = (metric: AskMetric): metric is keyof typeof keptTotals => metric in keptTotals;

type Whole = { value: number | null; isDeliveredEstimated: boolean };
const exact = (value: number): Whole => ({ value, isDeliveredEstimated: false });

/** A metric over some days, by the function that every other call reads it with. */
export async function wholeOf(ctx: Context, metric: AskMetric, period: AskedPeriod): Promise<Whole> {
  if (metric === 'contacts') return exact((await countContacts(ctx)).all);
  if (isKept(metric)) {
    const total = keptTotals[metric];
    return exact((await sumTotals(ctx, [total], [period.span]))[total][0]!);
  }
  const [sums] = await sumCampaigns(ctx, [period.span]);
  if (metric === 'campaigns') return exact(sums!.campaigns);
  return { value: emailFigure(metric, sums!), isDeliveredEstimated: sums!.isDeliveredEstimated };
}
