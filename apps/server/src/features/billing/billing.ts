import type { BillingState } from '@waggle/contracts/billing';
import { priceIds, type Tier, tierOfPrice, tiers } from '@waggle/contracts/plans';
import type { z } from 'zod';
import { readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { type Billing, stripeOf } from './parts.ts';
import { presentAccount, presentInvoice } from './present.ts';
import * as queries from './queries.ts';
import { readUsage } from './usage.ts';
import { wholeOrganization } from './whole-organization.ts';

/** The state as Stripe last reported it, without asking Stripe: the screen must open while Stripe is away. */
export async function readBilling(
  billing: Billing,
  database: Database,
  ctx: Context,
): Promise<z.input<typeof BillingState>> {
  stripeOf(billing);
  const whole = wholeOrganization(database, ctx);
  const [account, organization] = await Promise.all([queries.findAccount(whole), readOrganization(whole)]);
  const [plans, usage] = await Promise.all([
    Promise.all(tiers.map((tier) => planOf(billing, tier))),
    readUsage(whole, account?.period_starts_at ?? null),
  ]);
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: scriptUrl } = billing.config;
  return {
    tier: organization.subscription_tier as Tier,
    ...presentAccount(account, ctx.now()),
    plans,
    usage,
    payment: { publishableKey, scriptUrl },
  };
}

async function planOf({ prices }: Billing, tier: Tier) {
  const priceId = priceIds.find((id) => tierOfPrice[id] === tier) ?? null;
  return { tier, priceId, price: tier === 'lite' ? null : await prices.priceOf(tier) };
}

export async function readNotice(billing: Billing, ctx: Context) {
  stripeOf(billing);
  const account = await queries.findAccount(ctx);
  const { pastDue } = presentAccount(account, ctx.now());
  return { pastDue: pastDue && { ...pastDue, plan: account?.tier ?? 'lite' } };
}

export async function listInvoices(billing: Billing, ctx: Context) {
  stripeOf(billing);
  return { items: (await queries.findInvoices(ctx)).map(presentInvoice) };
}
