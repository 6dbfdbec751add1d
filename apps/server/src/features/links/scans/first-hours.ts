import { countMetric, findFirstDay, findHours, localTime, metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';

const { scans, newVisitors } = metric.scan;
const hourMs = 3_600_000;
const shownHours = 24;

type Hour = { at: string; scans: number; newVisitors: number };

/** The last 24 hours, one by one, of a code nobody scanned before them: days would show a single bar. Null for any other. */
export async function firstHours(ctx: Context, subjectId: string, timezone: string): Promise<Hour[] | null> {
  const [firstDay, now] = [await findFirstDay(ctx, subjectId), ctx.now().getTime()];
  const start = localTime(timezone, now).hourStart - (shownHours - 1) * hourMs;
  if (firstDay === null || firstDay < localTime(timezone, start).day) return null;

  const rows = await findHours(ctx, subjectId, start);
  const totals = (wanted: number) => {
    const hours = Array.from({ length: shownHours }, () => 0);
    // By place and not by equal instants: where summer time moves the clock by half an hour, hours begin at the half.
    for (const row of rows)
      if (row.metric === wanted)
        hours[Math.min(shownHours - 1, Math.floor((row.at.getTime() - start) / hourMs))]! += row.total;
    return hours;
  };
  const [byHour, visitors] = [totals(scans), totals(newVisitors)];
  const shown = byHour.reduce((sum, total) => sum + total, 0);
  const ever = await countMetric(ctx, scans, { subjectId, from: firstDay, to: localTime(timezone, now).day });
  if (shown === 0 || shown < ever) return null;
  return byHour.map((total, at) => ({
    at: new Date(start + at * hourMs).toISOString(),
    scans: total,
    newVisitors: visitors[at]!,
  }));
}
