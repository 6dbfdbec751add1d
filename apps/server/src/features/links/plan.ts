import { qrCodeTiers, type Tier } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { readOrganization } from '../accounts/index.ts';

/** Making and changing codes is part of the plan. Codes on paper go on working, whatever is paid. */
export async function refuseBelowPlan(ctx: Context): Promise<void> {
  const { subscription_tier: tier } = await readOrganization(ctx);
  if (!qrCodeTiers.includes(tier as Tier))
    throw new Problem('plan_limit', 'Your plan does not include QR codes. Upgrade to Core to make and change them.');
}
