import { findHeldStepCampaigns } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { findTotals } from '../figures/queries.ts';
import { findWithPeople } from './queries.ts';

export type AutomationInFlight = {
  id: string;
  name: string;
  clientId: string | null;
  state: 'live' | 'closing' | 'held' | 'paused';
  /** Who ever got in, and who of them is not inside any more. */
  entered: number;
  ended: number;
};

/** Automations that people are in, by the figures they keep: nobody is counted. */
export async function findAutomationsInFlight(ctx: Context, limit: number): Promise<AutomationInFlight[]> {
  const found = await findWithPeople(ctx, limit);
  if (found.length === 0) return [];
  const [totals, held] = await Promise.all([
    findTotals(
      ctx,
      found.map(({ id }) => id),
    ),
    findHeldStepCampaigns(ctx),
  ]);
  const totalsOf = new Map(totals.map((total) => [total.automationId, total]));
  const heldIds = new Set(held.map(({ automationId }) => automationId));
  return found.map(({ status, isHeld, ...automation }) => ({
    ...automation,
    state: isHeld || heldIds.has(automation.id) ? 'held' : status,
    entered: totalsOf.get(automation.id)?.arrived ?? 0,
    ended: totalsOf.get(automation.id)?.ended ?? 0,
  }));
}
