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

/**
 * How often people scanned each code on each day of the calendar, with no more days than can be among the newest. The newest lines are of the
 * codes scanned last, so only as many are read.
 */
export async function findCodeDays(
  ctx: Context,
  { from, timezone, limit }: { from: string; timezone: string; limit: number },
): Promise<CodeDay[]> {
  const codes = await findScannedLast(ctx, limit);
  const known = new Map(codes.map((code) => [code.id, code]));
  const days = codes.length === 0 ? [] : await findTrends(ctx, metric.scan.scans, [...known.keys()], from);
  const scanned = days.filter(({ total }) => total > 0).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const oldest = scanned[limit - 1]?.day ?? from;
  return scanned.flatMap(({ subject_id: codeId, day: on, total: scans }) => {
    const code = known.get(codeId);
    if (!code || on < oldest) return [];
    const { name, client_id: clientId, last_scan_at: last } = code;
    const isThatDay = last !== null && localTime(timezone, last.getTime()).day === on;
    return [{ codeId, name, clientId, on, scans, lastScanAt: isThatDay ? last : null }];
  });
}
