import { findMember, person, readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { type Billing, stripeOf } from './parts.ts';
import * as queries from './queries.ts';
import { askStripe } from './stripe/ask-stripe.ts';

/** The organization's customer at Stripe, made when it is first needed. The key makes one of two people who press at once. */
export async function ensureCustomer(billing: Billing, ctx: Context): Promise<string> {
  const account = await queries.findAccount(ctx);
  if (account?.stripe_customer_id) return account.stripe_customer_id;
  const { name } = await readOrganization(ctx);
  const payer = await findMember(ctx, person(ctx).userId);
  const customer = await askStripe(billing.log, 'customers.create', () =>
    stripeOf(billing).customers.create(
      {
        name,
        ...(payer && { email: payer.email, preferred_locales: [payer.locale] }),
        metadata: { organization: ctx.organizationId },
      },
      { idempotencyKey: `customer:${ctx.organizationId}:${person(ctx).userId}` },
    ),
  );
  return queries.keepCustomer(ctx, customer.id);
}
