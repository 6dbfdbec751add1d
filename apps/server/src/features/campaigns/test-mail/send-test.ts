import { randomUUID } from 'node:crypto';
import { findUser, person, requireConfirmedAddress } from '#features/accounts/index.ts';
import { connectionFor, deliverTest, requireVerified, senderForCampaign } from '#features/settings/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import { compileOrRefuse } from '../content/compile-campaign.ts';
import { frozenOf } from '../content/freeze-content.ts';
import { composeInThread } from '../content/compile-in-thread.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';

/** The mail as it would arrive, to the signed-in person and nobody else: a test can never be a mailing. */
export async function sendCampaignTest(campaigns: Campaigns, ctx: Context, campaignId: string) {
  const { settings } = campaigns;
  const campaign = await requireCampaign(ctx, campaignId);
  await requireConfirmedAddress(ctx);
  const user = await findUser(settings.database, ctx, person(ctx).userId, activeClient(ctx));
  if (!user) throw notFound();
  const { client_id: clientId, connection_id: connectionId } = campaign;
  const transport = await connectionFor(settings, ctx, { connectionId, clientId });

  const { envelopeFrom, message } = await composeFor(campaigns, ctx, campaign, user);
  const envelope = { from: envelopeFrom, to: user.email };
  return { ...(await deliverTest(settings, ctx, transport, { envelope, message })), to: user.email };
}

async function composeFor(
  campaigns: Campaigns,
  ctx: Context,
  campaign: CampaignRow,
  { email, name }: { email: string; name: string },
) {
  const { settings, linkKeys } = campaigns;
  const { client_id: clientId, sender_id: senderId } = campaign;
  const sender = await senderForCampaign(settings, ctx, { senderId, clientId });
  requireVerified(sender);
  // Links lead straight to where they lead: a test is in no ledger, so nothing could be counted.
  const untracked = { ...campaign, tracking: { opens: false, clicks: false } };
  const compiled = await compileOrRefuse(campaigns, ctx, untracked);
  const { PUBLIC_URL: publicUrl, CELL: cell } = settings.config;
  const about = { publicUrl, cell, organizationId: ctx.organizationId, campaignId: campaign.id, links: [] };
  // Bounces of a test belong to no recipient; they go to the sender.
  const frozen = { ...frozenOf(untracked, sender, compiled), returnPathDomain: null };
  const [firstName = null, ...rest] = name.split(' ');
  const lastName = rest.join(' ') || null;
  const recipient = { sendId: randomUUID(), email, firstName, lastName, phone: null, attributes: {} };
  const { signingKeys: keys } = sender;
  return composeInThread({ frozen, keys, linkKey: await linkKeys.newest(), settings: about, recipient });
}
