import type { PublicPage } from '@waggle/contracts/campaign-public-page';
import { mailOriginOf } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { pathOf, signToken } from '#platform/tracking/token.ts';
import type { Campaigns } from '../parts.ts';
import { type CampaignSummaryRow, findSummary } from '../queries.ts';
import { setPublic } from './queries.ts';

/** No send: the page is nobody's own. */
const nobody = '00000000-0000-0000-0000-000000000000';

export async function readPublicPage(campaigns: Campaigns, ctx: Context, campaignId: string): Promise<PublicPage> {
  const campaign = await findSummary(ctx, campaignId);
  if (!campaign || campaign.contact_id !== null) throw notFound();
  return presentPage(campaigns, ctx, campaign);
}

export function changePublicPage(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  isPublic: boolean,
): Promise<PublicPage> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await setPublic(ctx, campaignId, isPublic))) throw notFound();
    await ctx.audit?.(ctx, campaignId);
    return readPublicPage(campaigns, ctx, campaignId);
  });
}

async function presentPage(
  { settings, linkKeys }: Campaigns,
  ctx: Context,
  { id: campaignId, client_id: clientId, public_page: isPublic, status, cancelled_at: cancelledAt }: CampaignSummaryRow,
): Promise<PublicPage> {
  const isShown = isPublic && status === 'COMPLETED' && cancelledAt === null;
  if (!isShown) return { isPublic, url: null };
  const { organizationId } = ctx;
  const origin = await mailOriginOf(settings, ctx, clientId);
  const claims = {
    purpose: 'archive',
    cell: settings.config.CELL,
    organizationId,
    campaignId,
    sendId: nobody,
    linkNo: 0,
  } as const;
  return { isPublic, url: `${origin}${pathOf.archive}${signToken(await linkKeys.newest(), claims)}` };
}
