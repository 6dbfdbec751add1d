import type { leftOutReasons } from '@waggle/contracts/campaign-left-out';
import type { Recipients } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { contactIn } from '../recipients/recipients.ts';
import { instantOf, instantsByZone } from '../schedule.ts';
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

export type Spread = {
  recipients: number;
  known: number;
  passed: number;
  firstAt: Date | null;
  lastAt: Date | null;
};

/** When people get to a time on their clock, by the rule that freezes. Whoever has no zone goes by that of the organization. */
export async function spreadAudience(
  ctx: Context,
  scope: queries.Scope,
  { recipients, local, zone }: { recipients: Recipients; local: string; zone: string },
): Promise<Spread> {
  const counted = await withStatementTimeout(ctx, countSeconds, (ctx) => queries.countZones(ctx, scope, recipients));
  const [instants, others, now] = [instantsByZone(local), instantOf(local, zone), ctx.now()];
  const due = counted.map((each) => ({
    people: Number(each.people),
    at: instants.get(each.zone ?? '') ?? others,
    own: each.zone,
  }));
  const peopleOf = (those: typeof due) => those.reduce((sum, { people }) => sum + people, 0);
  const times = due.map(({ at }) => at.getTime());
  return {
    recipients: peopleOf(due),
    known: peopleOf(due.filter(({ own }) => own !== null)),
    passed: peopleOf(due.filter(({ at }) => at <= now)),
    firstAt: due.length > 0 ? new Date(Math.min(...times)) : null,
    lastAt: due.length > 0 ? new Date(Math.max(...times)) : null,
  };
}

type Question = { group: string; search?: string | undefined; cursor?: string | undefined; limit: number };

/** Who stands behind one number of that, a page at a time. */
export async function listAudience(
  ctx: Context,
  scope: queries.Scope,
  recipients: Recipients,
  { group, search, cursor, limit }: Question,
): Promise<{ items: queries.Named[]; nextCursor: string | null }> {
  const asked = { group, search, after: contactIn(cursor), limit: limit + 1 };
  const rows = await withStatementTimeout(ctx, countSeconds, (ctx) =>
    queries.findBucket(ctx, scope, recipients, asked),
  );
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.contactId : null };
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
