import { type CampaignSender, mailOriginOf, senderForCampaign } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import type { CompiledCampaign } from './compile-campaign.ts';
import { insertFrozen, noteSenderDomain, type StoredContent } from './queries.ts';

/** From here on no edit of campaign, sender or address changes a mail of it. */
export async function freezeContent(
  campaigns: Campaigns,
  ctx: Context,
  campaign: CampaignRow,
  compiled: CompiledCampaign,
): Promise<void> {
  const { id: campaignId, client_id: clientId, sender_id: senderId } = campaign;
  const sender = await senderForCampaign(campaigns.settings, ctx, { senderId, clientId });
  const origin = await mailOriginOf(campaigns.settings, ctx, clientId);
  const content = { ...frozenOf(campaign, sender, compiled), origin };
  await insertFrozen(ctx, { campaignId, clientId, content, links: compiled.links });
  await noteSenderDomain(ctx, campaignId, sender.domain);
}

export const frozenOf = (
  campaign: CampaignRow,
  sender: CampaignSender,
  { html, text, footer }: CompiledCampaign,
): StoredContent => ({
  senderId: sender.id,
  subject: campaign.subject,
  previewText: campaign.preview_text,
  html,
  text,
  from: { name: sender.fromName, email: sender.fromEmail },
  replyTo: campaign.reply_to ?? sender.replyTo,
  returnPathDomain: sender.returnPathDomain,
  footer,
  tracking: campaign.tracking,
});
