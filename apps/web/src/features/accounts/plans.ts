import { type Tier, tiers } from '@waggle/contracts/plans';
import { useTranslation } from 'react-i18next';
import { useUser } from './session.ts';

/** The plan in force; the highest one where none are sold. */
export function useTier(): Tier {
  const { subscriptionTier } = useUser();
  return tiers.find((tier) => tier === subscriptionTier) ?? 'lite';
}

/** The plan above the own one; undefined on the highest. */
export function useNextTier(): Tier | undefined {
  const own = useTier();
  return tiers[tiers.indexOf(own) + 1];
}

export function usePlanName(): (tier: Tier) => string {
  const { t } = useTranslation('shell');
  return (tier) => t(`plans.${tier}`);
}

/** The name of the lowest plan that includes something; undefined where the own one does. */
export function useMissingPlan(): (included: readonly Tier[] | undefined) => string | undefined {
  const own = useTier();
  const nameOf = usePlanName();
  return (included) => {
    if (!included || included.includes(own)) return undefined;
    const lowest = tiers.find((tier) => included.includes(tier));
    return lowest && nameOf(lowest);
  };
}
