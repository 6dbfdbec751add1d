import { addTotals, metric, type TotalRow } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { type Cohort, findCohorts, foldRows, waitForFigures } from './queries.ts';

const { sent, delivered, opened, clicked, bounced, estimated } = metric.sentEmail;

type Total = Omit<TotalRow, 'clientId'>;

/**
 * What the cohorts of one campaign add to the totals. Where no mail server reports deliveries for the campaign, whatever did not come back counts
 * as delivered: the first report changes this for all its quarters.
 */
export function totalsOf(cohorts: readonly Cohort[]): Total[] {
  const isReported = cohorts.some((cohort) => cohort.delivered > 0);
  return cohorts.flatMap(({ quarter, ...cohort }) => {
    const guessed = isReported ? 0 : cohort.sent - cohort.bounced;
    const at = quarter.getTime();
    return [
      { metric: sent, at, total: cohort.sent },
      { metric: delivered, at, total: isReported ? cohort.delivered : guessed },
      { metric: opened, at, total: cohort.opened },
      { metric: clicked, at, total: cohort.clicked },
      { metric: bounced, at, total: cohort.bounced },
      { metric: estimated, at, total: guessed },
    ];
  });
}

/** By whoever holds the lock of the campaign's figures. */
export async function foldCohorts(ctx: Context, campaignId: string): Promise<void> {
  const taken = await foldRows(ctx, campaignId);
  if (taken.length === 0) return;
  const { clientId, cohorts } = await findCohorts(ctx, campaignId);
  const before = cohorts.map((cohort) => without(cohort, taken));
  await addTotals(ctx, differences(totalsOf(before), totalsOf(cohorts), clientId));
}

/** The campaign is about to be deleted: the emails of a deleted one are in no figure. */
export async function dropCohorts(ctx: Context, campaignId: string): Promise<void> {
  await waitForFigures(ctx, campaignId);
  const before = await findCohorts(ctx, campaignId);
  await foldRows(ctx, campaignId);
  await addTotals(ctx, differences(totalsOf(before.cohorts), [], before.clientId));
}

function without(cohort: Cohort, taken: readonly Cohort[]): Cohort {
  const part = taken.find(({ quarter }) => quarter.getTime() === cohort.quarter.getTime());
  if (!part) return cohort;
  return {
    quarter: cohort.quarter,
    sent: cohort.sent - part.sent,
    delivered: cohort.delivered - part.delivered,
    opened: cohort.opened - part.opened,
    clicked: cohort.clicked - part.clicked,
    bounced: cohort.bounced - part.bounced,
  };
}

function differences(before: readonly Total[], after: readonly Total[], clientId: string | null): TotalRow[] {
  const sums = new Map<string, TotalRow>();
  for (const [totals, sign] of [[before, -1] as const, [after, 1] as const])
    for (const { metric, at, total } of totals) {
      const key = `${metric} ${at}`;
      sums.set(key, { clientId, metric, at, total: (sums.get(key)?.total ?? 0) + sign * total });
    }
  return [...sums.values()];
}
