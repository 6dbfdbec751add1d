import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInboxHarness, type InboxHarness } from '../../../test/harness/inbox-harness.ts';
import { addDays, startOfDay } from '../engagement/index.ts';
import { sumTouched } from './revenue.sql.ts';

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

/** Rows of the totals that were read, by index or one after the other, as the database itself counts. */
async function readRows(): Promise<number> {
  const { rows } = await harness.owner.query<{ rows: number }>(
    `select ((select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'revenue_totals')
       + (select sum(seq_tup_read) from pg_stat_user_tables where relname = 'revenue_totals'))::int as rows`,
  );
  return rows[0]!.rows;
}

const days = 731;
const last = '2026-06-30';

/**
 * A purchase of one cent in each quarter of an hour of ten days, among those of twenty codes, and the two years of days that a curve shows at
 * most. With few rows the database reads them all at once, whatever is asked.
 */
async function bought(timezone: string) {
  const ctx = await harness.organization(timezone);
  await harness.owner.query(
    `insert into revenue_totals (organization_id, kind, subject_id, unit, at, last_amount, first_amount, linear_amount, position_amount, touched_amount, touched_purchases)
     select $1, 'scan', case when code.no > 0 then md5(code.no::text)::uuid end, period.unit, period.at, 0, 0, 0, 0, count(*), count(*)
     from generate_series(0, 20) as code (no), generate_series('2026-06-01'::timestamptz, '2026-06-10T23:45:00Z'::timestamptz, interval '15 minutes') as sold (at), public.periods_of(sold.at) period
     group by code.no, period.unit, period.at`,
    [ctx.organizationId],
  );
  await harness.owner.query('analyze revenue_totals');
  const shown = Array.from({ length: days }, (_, at) => addDays(last, at + 1 - days));
  const buckets = shown.map((day) => ({ from: startOfDay(timezone, day), to: startOfDay(timezone, addDays(day, 1)) }));
  return { ctx, shown, buckets };
}

test.each([
  // Its ten days.
  ['UTC', 10],
  // And the 22 quarters between midnight of the clock and of UTC, at eleven ends of days: not the 960 of whole days.
  ['Asia/Kolkata', 10 + 11 * 22],
])('a curve of two years in %s reads %i rows of the totals at most', async (timezone, most) => {
  const { ctx, shown, buckets } = await bought(timezone);

  const before = await readRows();
  const amounts = await sumTouched(ctx, 'scan', buckets);
  // Asked on the connection that did it: a connection tells what it read only now and then by itself.
  await sql`select pg_stat_force_next_flush()`.execute(ctx.db);
  const read = (await readRows()) - before;

  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(960);
  expect(amounts[shown.indexOf('2026-06-05')]).toBe(96);
  expect(read).toBeLessThanOrEqual(most);
  expect(read).toBeGreaterThan(0);
});
