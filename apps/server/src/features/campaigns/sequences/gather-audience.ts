import type { Context } from '#platform/context.ts';
import { freezeAudience } from '../freeze.ts';
import type { Campaigns } from '../parts.ts';
import { findSummary } from '../queries.ts';
import { letAudienceIn } from './start.ts';

/** The audience of an email becomes its ledger; that of a sequence gets in. */
export async function gatherAudience(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  signal: AbortSignal,
): Promise<void> {
  const campaign = await findSummary(ctx, campaignId);
  if (campaign?.sequence) await letAudienceIn(campaigns, ctx, campaignId, signal);
  else await freezeAudience(ctx, campaignId, signal);
}
