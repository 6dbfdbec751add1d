import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { addDays } from '../calendar.ts';
import { classify } from '../classify.ts';
import { burstsIn } from '../burst-detection.ts';
import { localTime } from '../local-time.ts';
import { findTimezone } from '../figures.sql.ts';
import { startOfDay } from '../totals.sql.ts';
import { compareTotals, repairTotals } from './compare-totals.sql.ts';
import { chooseFirsts, findUnderstood, type Changed, relabel } from './queries.ts';
import type { Days } from './recount.ts';
import { scanTotals } from './scan-totals.sql.ts';

/** Events one transaction judges anew. The drain of the organization waits for it, so it stays short. */
const chunk = 2_000;
const chunkSeconds = 30;

/** Makes all figures of these days equal to the events. */
type Recount = (ctx: Context, days: Days) => Promise<void>;

/**
 * Judges every scan anew whose signals are still in the inbox, and repairs all that follows from its label. Chunks commit
 * one by one, each with its recount; running it again changes nothing. Answers how many events changed.
 */
export async function reclassify(ctx: Context, recount: Recount, signal?: AbortSignal): Promise<number> {
  let changes = 0;
  for (let last: string | null = null; ;) {
    signal?.throwIfAborted();
    const done = await withStatementTimeout(ctx, chunkSeconds, (ctx) => reclassifyChunk(ctx, recount, last));
    changes += done.changes;
    last = done.last;
    if (last === null) return changes;
  }
}

async function reclassifyChunk(
  ctx: Context,
  recount: Recount,
  afterId: string | null,
): Promise<{ changes: number; last: string | null }> {
  await lockInbox(ctx);
  const events = await findUnderstood(ctx, afterId, chunk);
  if (events.length === 0) return { changes: 0, last: null };

  const bursts = burstsIn(events);
  const judged = events.map((event) => ({
    event,
    verdict: classify({ signals: event.signals, method: 'GET', asks: 'page', subjects: bursts.get(event.id) ?? 1 }),
  }));
  const changed = await relabel(ctx, judged);
  await repair(
    ctx,
    recount,
    changed.filter(({ was, label }) => was !== label),
  );
  return { changes: changed.length, last: events.at(-1)?.id ?? null };
}

async function repair(ctx: Context, recount: Recount, moved: readonly Changed[]): Promise<void> {
  if (moved.length === 0) return;
  await chooseFirsts(ctx, moved);
  const timezone = await findTimezone(ctx);
  const days = moved.map(({ happenedAt }) => localTime(timezone, happenedAt).day).sort();
  await recount(ctx, {
    from: days[0]!,
    to: days.at(-1)!,
    subjectIds: [...new Set(moved.map(({ subjectId }) => subjectId))],
  });
  // A visitor may count by another scan of the day now, so that totals change where no label did.
  const span = { from: startOfDay(timezone, days[0]!), to: startOfDay(timezone, addDays(days.at(-1)!, 1)) };
  await repairTotals(ctx, await compareTotals(ctx, scanTotals(ctx, span)));
}
