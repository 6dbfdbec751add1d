import { randomUUID } from 'node:crypto';
import {
  findMember,
  findUser,
  person,
  refuseArchivedClient,
  requireConfirmedAddress,
} from '#features/accounts/index.ts';
import {
  connectionFor,
  deliverTest,
  mailOriginOf,
  requireVerified,
  senderForCampaign,
} from '#features/settings/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import { compileOrRefuse } from '../content/compile-campaign.ts';
import { frozenOf } from '../content/freeze-content.ts';
import { composeInThread } from '../content/compile-in-thread.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';

type Reader = { email: string; name: string };

/** The mail as it would arrive, to the signed-in person and a few colleagues: a test can never be a mailing. */
export async function sendCampaignTest(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  memberIds: readonly string[],
) {
  const { settings } = campaigns;
  const campaign = await requireCampaign(ctx, campaignId);
  await requireConfirmedAddress(ctx);
  await refuseArchivedClient(ctx, campaign.client_id);
  const user = await findUser(settings.database, ctx, person(ctx).userId, activeClient(ctx));
  if (!user) throw notFound();
  const { client_id: clientId, connection_id: connectionId } = campaign;
  const transport = await connectionFor(settings, ctx, { connectionId, clientId });

  const others = new Set(memberIds.filter((id) => id !== person(ctx).userId));
  const colleagues = await Promise.all([...others].map((id) => requireReader(ctx, id)));

  const sendTo = async (reader: Reader) => {
    const { envelopeFrom, message } = await composeFor(campaigns, ctx, campaign, reader);
    const envelope = { from: envelopeFrom, to: reader.email };
    return { ...(await deliverTest(settings, ctx, transport, { envelope, message })), to: reader.email };
  };
  const own = await sendTo(user);
  const told = [];
  // One by one: a server that takes one connection at a time is asked for no more.
  for (const colleague of colleagues) told.push(await sendTo(colleague));
  return { ...own, colleagues: told };
}

/** Whoever has not confirmed the address may be somebody else's mailbox. */
async function requireReader(ctx: Context, userId: string): Promise<Reader> {
  const member = await findMember(ctx, userId);
  if (!member?.email_confirmed_at) throw notFound();
  return member;
}

async function composeFor(campaigns: Campaigns, ctx: Context, campaign: CampaignRow, { email, name }: Reader) {
  const { settings, linkKeys } = campaigns;
  const { client_id: clientId, sender_id: senderId } = campaign;
  const sender = await senderForCampaign(settings, ctx, { senderId, clientId });
  requireVerified(sender);
  // Links lead straight to where they lead: a test is in no ledger, so nothing could be counted.
  const untracked = { ...campaign, tracking: { opens: false, clicks: false } };
  const compiled = await compileOrRefuse(campaigns, ctx, untracked);
  const about = {
    publicUrl: await mailOriginOf(settings, ctx, clientId),
    cell: settings.config.CELL,
    organizationId: ctx.organizationId,
    campaignId: campaign.id,
    links: [],
    isTest: true,
  };
  // Bounces of a test belong to no recipient; they go to the sender.
  const frozen = { ...frozenOf(untracked, sender, compiled), returnPathDomain: null };
  const [firstName = null, ...rest] = name.split(' ');
  const lastName = rest.join(' ') || null;
  const recipient = { sendId: randomUUID(), email, firstName, lastName, phone: null, company: null, attributes: {} };
  const { signingKeys: keys } = sender;
  return composeInThread({ frozen, keys, linkKey: await linkKeys.newest(), settings: about, recipient });
}
