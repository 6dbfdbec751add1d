import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { addDays } from '../calendar.ts';
import { findTimezone } from '../figures.sql.ts';
import { replaceRollUps } from './queries.ts';

/** Months events are kept; the roll-up by day outlives them and must not be recounted from what is gone. */
const keptMonths = 13;

export type Days = { from: string; to: string; subjectIds?: readonly string[] };

/** Makes the roll-ups of scans of these days equal to the events, whatever they were. Running it again changes nothing. */
export const recountScans = (ctx: Context, { from, to, subjectIds }: Days): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockInbox(ctx);
    const first = firstKeptDay(ctx.now());
    await replaceRollUps(ctx, {
      from: from < first ? first : from,
      to,
      timezone: await findTimezone(ctx),
      subjectIds: subjectIds ?? null,
    });
  });

/** One day into the oldest kept month: on some calendars the month begins before the part does. */
function firstKeptDay(now: Date): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1));
  return addDays(month.toISOString().slice(0, 10), 1);
}
