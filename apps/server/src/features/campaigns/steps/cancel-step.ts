import type { Context } from '#platform/context.ts';
import { markCancelled } from '../queries.ts';
import { lockGoing } from '../sequences/queries.ts';

/**
 * Emails of an automation that are queued are not sent any more, from the commit of the caller on: workers mark them later. After its
 * people have left, because a turn that is under way may queue emails and make campaigns until then.
 */
export async function cancelStepEmails(ctx: Context, automationId: string): Promise<void> {
  for (const { id } of await lockGoing(ctx, automationId)) await markCancelled(ctx, id);
}
