import { addTotals, compareTotals, type HourRow, metric, repairTotals } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { firstOpenTotals, holdCounted, sumFirstOpens } from './first-opens.sql.ts';

const { uniqueOpens } = metric.email;
const { firstOpens } = metric.total;

/** What hours of campaigns gained, for the organization and its clients. After everything else that is written of a campaign. */
export async function addFirstOpens(ctx: Context, hours: readonly HourRow[]): Promise<void> {
  const opened = hours.filter((row) => row.metric === uniqueOpens);
  if (opened.length === 0) return;
  const counted = await holdCounted(ctx, [...new Set(opened.map(({ subjectId }) => subjectId))]);
  await addTotals(
    ctx,
    opened
      .filter(({ subjectId }) => counted.has(subjectId))
      .map(({ clientId, hourStart: at, total }) => ({ clientId, metric: firstOpens, at, total })),
  );
}

const hourMs = 3_600_000;

/**
 * After hours were put right: whether they or the delivery events behind them were wrong, and so whether the totals are, nobody knows. They are compared
 * as far as hours changed.
 */
export async function repairFirstOpens(ctx: Context, changed: readonly HourRow[]): Promise<void> {
  const starts = changed.filter((row) => row.metric === uniqueOpens).map(({ hourStart }) => hourStart);
  if (starts.length === 0) return;
  const span = { from: Math.min(...starts), to: Math.max(...starts) + hourMs };
  await repairTotals(ctx, await compareTotals(ctx, firstOpenTotals(ctx, span)));
}

/** The campaign has been deleted in this transaction: whoever counts for it from now on finds that out, and what was counted before is seen here. */
export async function dropFirstOpens(ctx: Context, campaignId: string): Promise<void> {
  const opened = await sumFirstOpens(ctx, campaignId);
  await addTotals(
    ctx,
    opened.map(({ clientId, at, total }) => ({ clientId, metric: firstOpens, at: at.getTime(), total: -total })),
  );
}
