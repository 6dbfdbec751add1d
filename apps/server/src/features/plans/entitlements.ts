import { readOrganization, tierInForce } from '#features/accounts/index.ts';
import {
  activeFormLimits,
  advancedAnalyticsTiers,
  contactLimits,
  qrCodeTiers,
  type Tier,
} from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';

export type Entitlements = {
  /** The tier in force. */
  tier: Tier;
  /** Null is any number. What is used of it is counted by the feature that owns the rows. */
  limits: { contacts: number | null; activeForms: number | null };
  features: { qrCodes: boolean; advancedAnalytics: boolean };
};

/** What the organization may do by its plan. Everybody who asks what a plan includes asks here. */
export async function entitlements(ctx: Context): Promise<Entitlements> {
  const { subscription_tier } = await readOrganization(ctx);
  const tier = tierInForce(subscription_tier, ctx);
  return {
    tier,
    limits: { contacts: contactLimits[tier], activeForms: activeFormLimits[tier] },
    features: { qrCodes: qrCodeTiers.includes(tier), advancedAnalytics: advancedAnalyticsTiers.includes(tier) },
  };
}
