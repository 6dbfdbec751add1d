import type { Context } from '#platform/context.ts';
import { firstKeptMonth } from '../recount/kept-months.ts';
import { addCohorts, compareCohorts, hasUnkeptLedgers } from './recount.sql.ts';

/** How many rows of cohorts differ from the ledger, and whether there are campaigns whose ledger is not kept any more. */
type CohortCheck = { wrong: number; hasUnkept: boolean };

/**
 * Compares the cohorts of all campaigns with the ledger. A repair adds what is missing as the triggers would, and leaves it to the next fold to carry it into the
 * totals: folding here would hold the totals of one campaign while it waits for the lock of another.
 */
export async function recountCohorts(ctx: Context, { repair }: { repair: boolean }): Promise<CohortCheck> {
  const firstMonth = firstKeptMonth(ctx.now());
  const missing = await compareCohorts(ctx, firstMonth);
  if (repair) await addCohorts(ctx, missing);
  return { wrong: missing.length, hasUnkept: await hasUnkeptLedgers(ctx, firstMonth) };
}
