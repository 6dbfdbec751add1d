import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type BillingState, billingQuery, invoicesQuery } from '../queries.ts';
import { planOf, type PlanBefore, readPlanBefore } from './plan-before.ts';

/** Milliseconds between two looks, those after which people are told that it takes longer, and those between looks from then on. */
const lookMs = 2_000;
const lateAfterMs = 60_000;
const lateLookMs = 10_000;

/** Stripe reports a payment to the server, not to the browser: it counts once the server shows it. */
function isConfirmed(state: BillingState | undefined, before: PlanBefore | undefined): boolean {
  if (!state || state.subscription?.status !== 'active') return false;
  if (!before) return true;
  const now = planOf(state);
  return now.tier !== before.tier || now.status !== before.status;
}

export function useConfirmation() {
  const client = useQueryClient();
  const [before] = useState(readPlanBefore);
  const [isLate, setLate] = useState(false);
  const { data: state } = useQuery({
    ...billingQuery,
    refetchInterval: ({ state: { data } }) => (isConfirmed(data, before) ? false : isLate ? lateLookMs : lookMs),
  });
  const confirmed = isConfirmed(state, before);
  useEffect(() => {
    if (confirmed) return void client.invalidateQueries(invoicesQuery);
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [client, confirmed]);
  return { state, before, confirmed, isLate };
}
