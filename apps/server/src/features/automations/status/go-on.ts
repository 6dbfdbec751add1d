import type { Context } from '#platform/context.ts';
import { type AutomationRow, updateAutomation } from '../queries.ts';
import { keepResuming, openPlaces } from './queries.ts';

export async function goOn(ctx: Context, automationId: string, status: 'live' | 'closing'): Promise<AutomationRow> {
  await keepResuming(ctx, automationId, null);
  const going = await updateAutomation(ctx, automationId, { status, paused_at: null, hold_reason: null });
  await openPlaces(ctx, automationId);
  return going;
}
