import type { planNeeds } from '@waggle/contracts/billing';
import { findNoticed, person } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { Problem } from '#platform/problem.ts';
import { sendPlanQuestion, sendSalesRequest } from '../jobs.ts';
import { type Billing, stripeOf } from '../parts.ts';

/** Has the operator told that the organization asks for the System plan. */
export async function contactSales(billing: Billing, ctx: Context): Promise<void> {
  stripeOf(billing);
  if (!billing.config.SALES_EMAIL) throw new Problem('not_set_up', "The operator hasn't set an address for requests.");
  await enqueue(ctx, sendSalesRequest, { userId: person(ctx).userId });
}

/** Has the admins told that a colleague needs more than the plan includes. */
export async function askAdmin(billing: Billing, ctx: Context, need: (typeof planNeeds)[number]): Promise<void> {
  stripeOf(billing);
  const { userId: askedBy } = person(ctx);
  await inTransaction(ctx, async (ctx) => {
    for (const userId of await findNoticed(ctx, null))
      if (userId !== askedBy) await enqueue(ctx, sendPlanQuestion, { askedBy, userId, need });
  });
}
