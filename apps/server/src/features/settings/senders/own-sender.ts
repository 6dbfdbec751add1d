import type { Context } from '#platform/context.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { type CampaignSender, senderForCampaign } from './for-campaign.ts';
import { findOwnVerifiedSender } from './queries.ts';

/**
 * Who writes in the name of a client, or with null of the organization: a verified sender of exactly theirs. What nobody looks at
 * before it leaves must not come from somebody else's domain. Null where there is none.
 */
export async function ownSender(
  settings: Settings,
  ctx: Context,
  clientId: string | null,
): Promise<CampaignSender | null> {
  const found = await findOwnVerifiedSender(wholeOrganization(settings, ctx), clientId);
  const sender = found && (await senderForCampaign(settings, ctx, { senderId: found.id, clientId }));
  return sender?.state === 'verified' && sender.isAligned ? sender : null;
}

export async function ownSenderName(settings: Settings, ctx: Context, clientId: string | null) {
  const sender = await ownSender(settings, ctx, clientId);
  return sender && { name: sender.fromName, email: sender.fromEmail };
}
