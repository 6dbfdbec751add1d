import { type Tier, tiers } from '@waggle/contracts/plans';
import type { BillingState, Subscription } from '../queries.ts';

/** What was in force before a payment. */
export type PlanBefore = { tier: Tier; status: Subscription['status'] | null };

const key = 'waggle.billing.before';

export const planOf = ({ tier, subscription }: BillingState): PlanBefore => ({
  tier,
  status: subscription?.status ?? null,
});

/** Kept over the way to a bank or to the portal and back; without it the screen only cannot name the plan before. */
export function rememberPlan(state: BillingState): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(planOf(state)));
  } catch {
    // Storage may be blocked.
  }
}

export function readPlanBefore(): PlanBefore | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PlanBefore | null;
    return kept && tiers.includes(kept.tier) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPlanBefore(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage may be blocked.
  }
}
