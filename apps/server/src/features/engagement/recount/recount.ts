import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { addDays } from '../calendar.ts';
import { findTimezone } from '../figures.sql.ts';
import { startOfDay } from '../totals.sql.ts';
import { compareTotals, repairTotals } from './compare-totals.sql.ts';
import { firstKeptDay } from './kept-days.ts';
import { replaceRollUps } from './queries.ts';
import { scanTotals } from './scan-totals.sql.ts';

export type Days = { from: string; to: string; subjectIds?: readonly string[] };

/**
 * Makes the roll-ups of scans of these days equal to the events, whatever they were. Running it again changes nothing. Totals are of all
 * subjects: they follow where all are counted.
 */
export const recountScans = (ctx: Context, { from: wanted, to, subjectIds }: Days): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockInbox(ctx);
    const first = firstKeptDay(ctx.now());
    const [from, timezone] = [wanted < first ? first : wanted, await findTimezone(ctx)];
    await replaceRollUps(ctx, { from, to, timezone, subjectIds: subjectIds ?? null });
    if (subjectIds || from > to) return;
    const span = { from: startOfDay(timezone, from), to: startOfDay(timezone, addDays(to, 1)) };
    await repairTotals(ctx, await compareTotals(ctx, scanTotals(ctx, span)));
  });
