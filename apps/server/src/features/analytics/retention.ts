import type { readRetention } from '@waggle/contracts/analytics';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { type CohortChange, findCohorts } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

type Cohort = ReplyInput<typeof readRetention>['cohorts'][number];

const mostMonths = 12;

export async function retention(ctx: Context): Promise<ReplyInput<typeof readRetention>> {
  const now = ctx.now();
  const byMonth = Map.groupBy(await findCohorts(ctx, mostMonths), ({ came }) => came);
  const cohorts = [...byMonth].map(([month, changes]) => cohortOf(month, changes, monthsSince(month, now)));
  return { cohorts: cohorts.filter(({ people }) => people > 0) };
}

/** The last number is of today, all before are of the end of their month. */
function cohortOf(month: string, changes: readonly CohortChange[], age: number): Cohort {
  const people = changes.reduce((sum, change) => sum + change.people, 0);
  let mailable = 0;
  const left = Array.from({ length: age + 1 }, (_, after) => {
    mailable += changes.find((change) => change.age === after)?.mailable ?? 0;
    // Who came from another client after opting out there may opt in again: more than came are never told.
    return Math.min(people, Math.max(0, mailable));
  });
  return { month, people, mailable: left };
}

const monthsSince = (month: string, now: Date): number =>
  (now.getUTCFullYear() - Number(month.slice(0, 4))) * 12 + now.getUTCMonth() + 1 - Number(month.slice(5, 7));
