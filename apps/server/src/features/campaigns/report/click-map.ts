import type { readClickMap } from '@waggle/contracts/campaign-report';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { requireCampaign } from '../campaigns.ts';
import { markInThread } from '../content/mark-in-thread.ts';
import { findFrozen } from '../content/queries.ts';
import type { Campaigns } from '../parts.ts';
import { callerAsReader } from '../preview/preview.ts';

/** What was frozen is what was sent. It is filled in for whoever looks, so that the report shows no reader's own fields. */
export async function clickMapOf(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
): Promise<ReplyOf<typeof readClickMap>> {
  const { subject } = await requireCampaign(ctx, campaignId);
  const frozen = await findFrozen(ctx, campaignId);
  if (!frozen) return { subject, parts: [] };
  const reader = await callerAsReader(campaigns, ctx);
  return markInThread(ctx.organizationId, { subject: frozen.content.subject, html: frozen.content.html, reader });
}
