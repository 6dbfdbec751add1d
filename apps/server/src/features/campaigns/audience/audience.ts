import type { leftOutReasons, Recipients } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import * as queries from './queries.ts';

export type Audience = {
  recipients: number;
  clients: number;
  leftOut: { reason: (typeof leftOutReasons)[number]; people: number }[];
};

/** Seconds a count over a million contacts may take. */
const countSeconds = 20;

/** Who would get it now and who would not, by the rule that freezes. */
export async function countAudience(ctx: Context, scope: queries.Scope, recipients: Recipients): Promise<Audience> {
  return audienceOf(
    await withStatementTimeout(ctx, countSeconds, (ctx) => queries.countBuckets(ctx, scope, recipients)),
  );
}

function audienceOf(buckets: readonly queries.CountedBucket[]): Audience {
  const people = (bucket: queries.Bucket) => Number(bucket.people);
  return {
    recipients: buckets.filter(({ bucket }) => bucket === 'recipient').reduce((sum, each) => sum + people(each), 0),
    clients: Number(buckets.find(({ bucket }) => bucket === 'recipient')?.clients ?? 0),
    leftOut: buckets
      .filter(({ bucket }) => bucket !== 'recipient')
      .map((each) => ({ reason: each.bucket as Audience['leftOut'][number]['reason'], people: people(each) }))
      .toSorted((one, other) => other.people - one.people),
  };
}
