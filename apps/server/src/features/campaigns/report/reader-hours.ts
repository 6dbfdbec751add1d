import type { reportSpans } from '@waggle/contracts/campaign-report';
import { findHours, metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';

const hourMs = 3_600_000;
const hoursIn = { '24h': 24, '7d': 168 } as const;
const { uniqueOpens, uniqueClicks } = metric.email;

type Asked = { campaignId: string; sentAt: Date; span: (typeof reportSpans)[number] };

/** Hour by hour from the start, none of the future. An hour nobody did anything in is zero. */
export async function readerHours(ctx: Context, { campaignId, sentAt, span }: Asked) {
  const start = Math.floor(sentAt.getTime() / hourMs) * hourMs;
  const length = Math.min(hoursIn[span], Math.max(1, Math.ceil((ctx.now().getTime() - start) / hourMs)));
  const hours = Array.from({ length }, (_, at) => ({
    at: new Date(start + at * hourMs).toISOString(),
    opens: 0,
    clicks: 0,
  }));
  // An hour of a zone with half hours begins before the whole one in which sending began.
  for (const row of await findHours(ctx, campaignId, start - hourMs)) {
    const hour = hours[Math.max(0, Math.floor((row.at.getTime() - start) / hourMs))];
    if (hour && row.metric === uniqueOpens) hour.opens += row.total;
    if (hour && row.metric === uniqueClicks) hour.clicks += row.total;
  }
  return hours;
}
