import { useQueryClient } from '@tanstack/react-query';
import type { Tier } from '@waggle/contracts/plans';
import { useEffect } from 'react';
import { accountKeys, rereadSession, useUser } from '#features/accounts/index.ts';
import { billingKeys } from './queries.ts';

/** Once billing shows another plan than the session, the sidebar is out of date: its plan, and the limits of whatever it counts. */
export function useSessionOfPlan(tier: Tier | undefined): void {
  const client = useQueryClient();
  const { subscriptionTier } = useUser();
  useEffect(() => {
    if (tier === undefined || tier === subscriptionTier) return;
    void rereadSession(client);
    const apart: readonly unknown[] = [accountKeys.session[0], billingKeys.all[0]];
    void client.invalidateQueries({ predicate: ({ queryKey }) => !apart.includes(queryKey[0]) });
  }, [client, tier, subscriptionTier]);
}
