import { planShareLimit } from '@waggle/contracts/control-room';
import type { Context } from '#platform/context.ts';
import { percentOf } from '../../engagement/index.ts';
import { dayBucket } from '../periods.ts';
import type { ClientFigures } from './figures.ts';
import type { Reason } from './reason.ts';
import { trendsOf } from './trends.ts';

type Asked = { limit: number | null; timezone: string; days: readonly string[] };

/** A client that leaves hardly any of the plan's contacts to all others; at most one at a time. */
export async function planReasons(
  ctx: Context,
  figures: ReadonlyMap<string, ClientFigures>,
  { limit, timezone, days }: Asked,
): Promise<Reason[]> {
  if (limit === null) return [];
  const isMost = (counted: number) => (percentOf(counted, limit) ?? 0) > planShareLimit;
  const large = [...figures].flatMap(([id, of]) => (isMost(of.counted) ? [{ id, ...of }] : []));
  const trends = large.length === 0 ? new Map<string, number[]>() : await trendsOf(ctx, large);
  return large.map(({ id, contacts, counted }): Reason => {
    // Of each day only all contacts are known: those the plan does not count are taken to have been as many as now.
    const below = trends.get(id)!.findLastIndex((total) => !isMost(total - (contacts - counted)));
    const since = days[Math.min(below + 1, days.length - 1)]!;
    return {
      kind: 'plan',
      clientId: id,
      since: new Date(dayBucket(timezone, since).from).toISOString(),
      path: '/dashboard/contacts',
      counted,
      limit,
      share: percentOf(counted, limit)!,
    };
  });
}
