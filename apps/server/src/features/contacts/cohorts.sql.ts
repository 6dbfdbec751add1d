import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type CohortChange = {
  /** The first day of the month they came in. */
  came: string;
  /** Months after it. */
  age: number;
  people: number;
  mailable: number;
};

/** How many contacts came in each of the last months, and how many of them could be mailed more or less in each month after. Months of UTC. */
export async function findCohorts(ctx: Context, months: number): Promise<CohortChange[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<CohortChange>`
    select came::text, (extract(year from age(month, came)) * 12 + extract(month from age(month, came)))::int as age,
      sum(people)::float8 as people, sum(mailable)::float8 as mailable
    from contact_cohorts
    where organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
      and came > month_of(${ctx.now().toISOString()}::timestamptz) - make_interval(months => ${months})
    group by 1, 2 order by 1, 2`.execute(ctx.db);
  return rows;
}
