import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
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

/** Looks until a payment that is `awaited` has arrived. */
export function useConfirmation(awaited: boolean) {
  const client = useQueryClient();
  const before = useMemo(() => (awaited ? readPlanBefore() : undefined), [awaited]);
  const [isLate, setLate] = useState(false);
  const isOpen = (state: BillingState | undefined) => awaited && !isConfirmed(state, before);
  const { data: state } = useQuery({
    ...billingQuery,
    refetchInterval: (query) => (isOpen(query.state.data) ? (isLate ? lateLookMs : lookMs) : false),
  });
  const isWaiting = isOpen(state);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
      void client.invalidateQueries(invoicesQuery);
    };
  }, [client, isWaiting]);
  return { before, isWaiting, isLate };
}
