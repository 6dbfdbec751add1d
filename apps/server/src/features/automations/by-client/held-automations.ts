import type { Context } from '#platform/context.ts';
import { findTotals } from '../figures/queries.ts';
import { findHeldOfClients, type HeldRow } from './queries.ts';

/** `inside`: people of whom nobody moves until a person resumes it. */
export type HeldAutomation = HeldRow & { inside: number };

/** Automations of clients that wait for a person, the last held first. */
export async function findHeldAutomations(ctx: Context, most: number): Promise<HeldAutomation[]> {
  const held = await findHeldOfClients(ctx, most);
  if (held.length === 0) return [];
  const totals = await findTotals(
    ctx,
    held.map(({ id }) => id),
  );
  const insideOf = new Map(totals.map(({ automationId, arrived, ended }) => [automationId, arrived - ended]));
  return held.map((automation) => ({ ...automation, inside: insideOf.get(automation.id) ?? 0 }));
}
