import { z } from 'zod';
import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { lookAgain } from '../jobs.ts';
import { insertEvent, organizationOf } from '../queries.ts';

/** The little of a report that is used: whose it is. */
export const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  created: z.number().int().min(0).max(4_102_444_800),
  data: z.object({ object: z.looseObject({}) }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/** Notes a report of Stripe once, and has the organization looked at. What the report itself says is not believed. */
export async function takeEvent(database: Database, event: StripeEvent): Promise<'taken' | 'known' | 'of-nobody'> {
  const customer = customerOf(event);
  const organizationId = customer && (await organizationOf(database.sweep, customer));
  if (!organizationId) return 'of-nobody';
  const db = database.tenant({ organizationId });
  return inTransaction({ db, organizationId }, async (ctx) => {
    const { id, type, created } = event;
    if (!(await insertEvent(ctx, { id, type, created: new Date(created * 1_000) }))) return 'known';
    await enqueue(ctx, lookAgain, {});
    return 'taken';
  });
}

/** Every object we hear of is a customer or has one. */
function customerOf({ data: { object } }: StripeEvent): string | undefined {
  const named = object['object'] === 'customer' ? object['id'] : object['customer'];
  const id = typeof named === 'object' && named !== null && 'id' in named ? named.id : named;
  return typeof id === 'string' ? id : undefined;
}
