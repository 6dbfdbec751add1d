import type { Context } from '#platform/context.ts';
import type { TriggerPorts } from './ports.ts';
import { findOpen, liveAmong } from './queries.ts';

type Completed = { automationId: string; contactIds: readonly string[]; depth: number };

/** Lets those who completed an automation into the ones that wait for it; in the transaction in which they completed it. */
export async function letInAfter(
  { enterPeople }: Pick<TriggerPorts, 'enterPeople'>,
  ctx: Context,
  { automationId, contactIds, depth }: Completed,
): Promise<void> {
  if (contactIds.length === 0) return;
  for (const { id, document } of await liveAmong(ctx, await findOpen(ctx))) {
    const waits = document.triggers.some(
      (trigger) => trigger.kind === 'automation.completed' && trigger.automationId === automationId,
    );
    if (waits && id !== automationId)
      await enterPeople(ctx, { automationId: id, contactIds, via: 'automation.completed', depth: depth + 1 });
  }
}
