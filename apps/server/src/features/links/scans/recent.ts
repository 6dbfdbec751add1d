import { findTrends, localTime, metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { findScannedLast } from '../codes/queries.ts';

export type CodeDay = {
  codeId: string;
  name: string;
  clientId: string | null;
  on: string;
  /** By people. */
  scans: number;
  /** The last scan of the code, where it is of that day. */
  lastScanAt: Date | null;
};

/** How often people scanned each code on each day of the calendar. The newest lines are of the codes scanned last, so only as many are read. */
export async function findCodeDays(
  ctx: Context,
  { from, timezone, limit }: { from: string; timezone: string; limit: number },
): Promise<CodeDay[]> {
  const codes = await findScannedLast(ctx, limit);
  const known = new Map(codes.map((code) => [code.id, code]));
  const days = codes.length === 0 ? [] : await findTrends(ctx, metric.scan.scans, [...known.keys()], from);
  return days.flatMap(({ subject_id: codeId, day: on, total: scans }) => {
    const code = known.get(codeId);
    if (!code || scans <= 0) return [];
    const { name, client_id: clientId, last_scan_at: last } = code;
    const isThatDay = last !== null && localTime(timezone, last.getTime()).day === on;
    return [{ codeId, name, clientId, on, scans, lastScanAt: isThatDay ? last : null }];
  });
}
