import { contactLimits, type Tier, tiers } from '@waggle/contracts/plans';
import type { BillingState } from './queries.ts';

/** The plan that is paid for; after a failed payment less may be in force. */
export const ownTier = ({ subscription, tier }: BillingState): Tier => subscription?.tier ?? tier;

export const isHigher = (one: Tier, other: Tier): boolean => tiers.indexOf(one) > tiers.indexOf(other);

/** From this share on the bar warns. */
const nearlyFull = 0.75;

export const isNearlyFull = (used: number, limit: number): boolean => used >= limit * nearlyFull;

/** Whether somebody would wait if the plan fell back to the smallest one. */
export const exceedsLite = (contacts: number): boolean => contacts > (contactLimits.lite ?? Infinity);
