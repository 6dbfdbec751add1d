import type Stripe from 'stripe';
import { inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { lookAgain } from '../jobs.ts';
import { insertEvent, organizationOf } from '../queries.ts';

/** Notes a report of Stripe once, and has the organization looked at. What the report itself says is not believed. */
export async function takeEvent(database: Database, event: Stripe.Event): Promise<'taken' | 'known' | 'of-nobody'> {
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
function customerOf({ data: { object } }: Stripe.Event): string | undefined {
  const named = object as { object?: unknown; id?: unknown; customer?: unknown };
  if (named.object === 'customer') return typeof named.id === 'string' ? named.id : undefined;
  const { customer } = named;
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' && customer !== null ? (customer as { id: string }).id : undefined;
}
