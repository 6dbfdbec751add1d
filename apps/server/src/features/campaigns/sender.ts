import { findLastActor } from '#platform/audit/queries.ts';
import type { Context } from '#platform/context.ts';

/** Who sent or resumed the campaign last; null where the log no longer says. */
export async function findSender(ctx: Context, campaignId: string): Promise<string | null> {
  const asked = await findLastActor(ctx, campaignId, ['campaigns.send', 'campaigns.status']);
  return asked?.actor_id ?? null;
}
