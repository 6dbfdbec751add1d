import { recountCohorts } from '#features/campaigns/index.ts';
import {
  compareChanges,
  compareTotals,
  type Missing,
  repairTotals,
  type TotalMetric,
} from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { changeSources, rowSources } from './sources.ts';

/** How a total is checked: by the rows it counts, or by what all its changes come to. */
type Check = { metric: TotalMetric; by: 'rows' | 'changes'; wrong: number; difference: number };

export type Recount = {
  checks: Check[];
  /** Rows of cohorts of emails that differ from the ledger. */
  wrongCohorts: number;
  /** There are emails whose ledger is not kept any more: their figures are left alone. */
  hasUnkept: boolean;
};

/** Counting the ledgers of a year takes minutes. */
const countSeconds = 1_800;

/**
 * Compares every total of the organization with its sources, and writes what differs where asked, in one transaction. Under the organization's lock,
 * so that two recounts do not add the same difference. Whatever is counted meanwhile adds to both sides.
 */
export const recountTotals = (ctx: Context, { repair }: { repair: boolean }): Promise<Recount> =>
  withStatementTimeout(ctx, countSeconds, async (ctx) => {
    if (repair) await lockInbox(ctx);
    const checks: Check[] = [];
    const missing: Missing[] = [];
    for (const source of await rowSources(ctx)) {
      const found = await compareTotals(ctx, source);
      missing.push(...found);
      checks.push(...source.metrics.map((metric) => checkOf(metric, 'rows', found)));
    }
    for (const source of changeSources(ctx)) {
      const found = await compareChanges(ctx, source);
      missing.push(...found);
      const metrics = source.metrics.flatMap(({ metric, gone }) => [metric, ...(gone === undefined ? [] : [gone])]);
      checks.push(...metrics.map((metric) => checkOf(metric, 'changes', found)));
    }
    if (repair) await repairTotals(ctx, missing);
    const { wrong, hasUnkept } = await recountCohorts(ctx, { repair });
    return { checks: checks.toSorted((one, other) => one.metric - other.metric), wrongCohorts: wrong, hasUnkept };
  });

/** The difference is that of the organization with all its clients. */
function checkOf(metric: TotalMetric, by: Check['by'], missing: readonly Missing[]): Check {
  const own = missing.filter((total) => total.metric === metric);
  const whole = own.filter(({ clientId, unit }) => clientId === null && unit === 'quarter');
  return { metric, by, wrong: own.length, difference: whole.reduce((sum, total) => sum + total.by, 0) };
}
