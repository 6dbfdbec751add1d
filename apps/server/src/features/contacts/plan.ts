import type { Tier } from '@waggle/contracts/plans';
import { contactLimits } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { readOrganization } from '../accounts/index.ts';
import { countedContacts } from './queries.ts';

/** How many people who can be written to the plan includes; null is any number. */
export async function contactLimit(ctx: Context): Promise<number | null> {
  const { subscription_tier: tier } = await readOrganization(ctx);
  return contactLimits[tier as Tier];
}

export const isFull = (counted: number, limit: number | null): limit is number => limit !== null && counted >= limit;

/** Comes after the write: from there on this transaction holds the counter, and nobody else can pass it. */
export async function refuseBeyondPlan(ctx: Context): Promise<void> {
  const limit = await contactLimit(ctx);
  if (limit !== null && (await countedContacts(ctx)) > limit) throw planFull(limit);
}

export const planFull = (limit: number) =>
  new Problem('plan_limit', `Your plan includes up to ${limit.toLocaleString('en-US')} contacts. Upgrade to add more.`);
