import { createHash } from 'node:crypto';
import { findOwner, readOrganization } from '#features/accounts/index.ts';
import type { Tier } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type Billing, stripeOf } from './parts.ts';
import * as queries from './queries.ts';
import { askStripe } from './stripe/ask-stripe.ts';

/**
 * The organization's customer at Stripe, made when it is first needed. Whoever presses, the owner is named and the key is the same, so
 * that two admins at once make one: Stripe answers the same key with the same parameters by what it made first.
 */
export async function ensureCustomer(billing: Billing, ctx: Context): Promise<string> {
  const account = await queries.findAccount(ctx);
  if (account?.stripe_customer_id) return account.stripe_customer_id;
  const { name } = await readOrganization(ctx);
  const owner = await findOwner(ctx);
  const payer = owner && { email: owner.email, preferred_locales: [owner.locale] };
  const customer = await askStripe(billing.log, 'customers.create', () =>
    stripeOf(billing).customers.create(
      {
        name,
        ...payer,
        metadata: { organization: ctx.organizationId },
      },
      { idempotencyKey: `customer:${ctx.organizationId}:${digestOf({ name, payer })}` },
    ),
  );
  return queries.keepCustomer(ctx, customer.id);
}

/** `by-hand`: a tier without a customer was given by hand, and ends once there is one. `unmade`: Stripe makes none now. */
export type CustomerToSell = { id: string } | 'by-hand' | 'unmade';

/** For a subscription the operator makes by hand. */
export async function customerToSell(billing: Billing, ctx: Context, tier: Tier): Promise<CustomerToSell> {
  const known = (await queries.findAccount(ctx))?.stripe_customer_id;
  if (known) return { id: known };
  if (tier !== 'lite') return 'by-hand';
  try {
    return { id: await ensureCustomer(billing, ctx) };
  } catch (error) {
    // Who asks for the largest plan is answered whatever becomes of Stripe.
    if (error instanceof Problem) return 'unmade';
    throw error;
  }
}

/** A key that comes again with other parameters is refused for a day, as after a new name. */
const digestOf = (typed: object): string =>
  createHash('sha256').update(JSON.stringify(typed)).digest('hex').slice(0, 16);
