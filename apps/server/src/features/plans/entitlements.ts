import { readOrganization, tierInForce } from '#features/accounts/index.ts';
import {
  activeFormLimits,
  advancedAnalyticsTiers,
  contactLimits,
  liveAutomationLimits,
  qrCodeTiers,
  splitTestTiers,
  type Tier,
  whiteLabelTiers,
} from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';

export type Entitlements = {
  /** The tier in force. */
  tier: Tier;
  /** Null is any number. What is used of it is counted by the feature that owns the rows. */
  limits: { contacts: number | null; activeForms: number | null; liveAutomations: number | null };
  features: { qrCodes: boolean; splitTests: boolean; advancedAnalytics: boolean; whiteLabel: boolean };
};

/** What the organization may do by its plan. Everybody who asks what a plan includes asks here. */
export async function entitlements(ctx: Context): Promise<Entitlements> {
  const { subscription_tier } = await readOrganization(ctx);
  const tier = tierInForce(subscription_tier, ctx);
  return {
    tier,
    limits: {
      contacts: contactLimits[tier],
      activeForms: activeFormLimits[tier],
      liveAutomations: liveAutomationLimits[tier],
    },
    features: {
      qrCodes: qrCodeTiers.includes(tier),
      splitTests: splitTestTiers.includes(tier),
      advancedAnalytics: advancedAnalyticsTiers.includes(tier),
      whiteLabel: whiteLabelTiers.includes(tier),
    },
  };
}
