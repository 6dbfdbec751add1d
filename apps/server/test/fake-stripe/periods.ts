import type Stripe from 'stripe';

/**
 * The end of the period that begins at `start`. Months are counted from the anchor, so that a subscription of the 31st
 * comes back to the 31st after February.
 */
export function periodEnd(anchor: number, start: number, price: Stripe.Price): number {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  for (let times = 1; ; times += 1) {
    const end = later(anchor, interval, times * count);
    if (end > start) return end;
  }
}

const seconds: Record<string, number> = { day: 86_400, week: 7 * 86_400 };

function later(anchor: number, interval: string, count: number): number {
  const fixed = seconds[interval];
  if (fixed !== undefined) return anchor + count * fixed;
  const date = new Date(anchor * 1_000);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1) * count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return Math.floor(date.getTime() / 1_000);
}
