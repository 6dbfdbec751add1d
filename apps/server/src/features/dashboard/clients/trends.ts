import type { Context } from '#platform/context.ts';
import { findTimezone, metric, sumTotalsByClient } from '../../engagement/index.ts';
import { dayBucket, lastThirtyDays } from '../periods.ts';
import { shareAnswer } from '../shared-answer.ts';

type Row = { id: string; contacts: number; growth: number };

/**
 * Contacts at the end of each of the 30 days, for the clients of one page: all of an agency would take ten times as long. Each begins with what there
 * was before the first day, so that who came since the figures were read moves the last day alone.
 */
export async function trendsOf(ctx: Context, rows: readonly Row[]): Promise<Map<string, number[]>> {
  const ids = rows.map(({ id }) => id);
  const { changes, days } = await shareAnswer(ctx, `client-trends ${ids.join(' ')}`, () => changesOf(ctx, ids));
  return new Map(
    rows.map(({ id, contacts, growth }) => {
      let total = contacts - growth;
      return [id, (changes.get(id) ?? Array.from({ length: days }, () => 0)).map((change) => (total += change))];
    }),
  );
}

async function changesOf(ctx: Context, clientIds: readonly string[]) {
  const timezone = await findTimezone(ctx);
  const { days } = lastThirtyDays(timezone, ctx.now().getTime());
  const buckets = days.map((day) => dayBucket(timezone, day));
  const changes = await sumTotalsByClient(ctx, clientIds, metric.total.contactsChange, buckets);
  return { changes, days: buckets.length };
}
