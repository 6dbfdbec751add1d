import type { RankedCode, readCodeAnalytics } from '@waggle/contracts/analytics';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import { findScannedCodes, type ScanDays, type ScannedCode, trendsOf } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { type Period, periodOf, shownPeriods } from './period.ts';

export async function codeAnalytics(
  ctx: Context,
  { period: name, ...place }: ServedInput<typeof readCodeAnalytics>['query'],
): Promise<ReplyInput<typeof readCodeAnalytics>> {
  const period = await periodOf(ctx, name);
  const { items, ...rest } = await findScannedCodes(ctx, scanDays(period), place);
  return { ...shownPeriods(period), items: await presentCodes(ctx, items), ...rest };
}

/** All time needs no days. */
export const scanDays = ({ days, previous }: Period): ScanDays => (previous ? days : 'all');

export async function presentCodes(ctx: Context, codes: readonly ScannedCode[]): Promise<RankedCode[]> {
  const trends = await trendsOf(
    ctx,
    codes.map(({ id }) => id),
  );
  return codes.map(({ id, name, client_id: clientId, scans }) => ({
    id,
    name,
    clientId,
    scans,
    trend: trends.get(id) ?? [],
  }));
}
