import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

export type Rate = { day: string; currency: string; perBase: string };

/** A later file corrects an earlier one. */
export async function storeRates(db: Db, rates: readonly Rate[]): Promise<void> {
  await sql`
    insert into exchange_rates (currency, day, per_base)
    select * from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::date[],
      ${rates.map(({ perBase }) => perBase)}::numeric[])
    on conflict (currency, day) do update set per_base = excluded.per_base`.execute(db);
}
