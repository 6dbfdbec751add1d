import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/** Making and changing codes is part of the plan. Codes on paper go on working, whatever is paid. */
export async function refuseBelowPlan(ctx: Context): Promise<void> {
  const { features } = await entitlements(ctx);
  if (!features.qrCodes)
    throw new Problem('plan_limit', "Your plan doesn't include QR codes. Upgrade to Core to create and edit them.");
}
