import { campaignStatuses } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { sumByStatus } from './queries.ts';

/** The sums above the list: of every campaign, whatever page is shown. */
export async function sumsOf(ctx: Context) {
  const counted = await sumByStatus(ctx);
  const sum = (pick: (row: (typeof counted)[number]) => number) => counted.reduce((total, row) => total + pick(row), 0);
  const byStatus = Object.fromEntries(
    campaignStatuses.map((status) => [status, counted.find((row) => row.status === status)?.campaigns ?? 0]),
  ) as Record<(typeof campaignStatuses)[number], number>;
  const sent = sum((row) => row.sent);
  const opened = sum((row) => row.opened);
  return { total: sum((row) => row.campaigns), byStatus, sent, opened, openRate: sent === 0 ? null : opened / sent };
}
