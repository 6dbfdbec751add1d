import { refuseArchivedClient, requireConfirmedAddress } from '#features/accounts/index.ts';
import { connectionFor, postalAddressOf, requireVerified, senderForCampaign } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type CompiledCampaign, compileOrRefuse } from './content/compile-campaign.ts';
import { requireImageTexts } from './content/image-texts.ts';
import type { Campaigns } from './parts.ts';
import type { CampaignRow } from './queries.ts';
import { recipientsAreThere } from './references/check-references.ts';

/** Nothing leaves without a sender that proves itself, a way out, an address in the footer and content that can be read. */
export async function requireReady(
  campaigns: Campaigns,
  ctx: Context,
  campaign: CampaignRow,
): Promise<CompiledCampaign> {
  await requireWayOut(campaigns, ctx, campaign);
  if (!(await postalAddressOf(ctx, campaign.client_id)))
    throw new Problem('not_set_up', 'Add your postal address in Settings. The law requires it in marketing email.');
  // A deleted tag or segment would be taken for nobody: harmless where it chooses, and a mailing to the wrong where it excludes.
  if (!(await recipientsAreThere(ctx, campaign.client_id, campaign.recipients)))
    throw new Problem(
      'invalid_input',
      'A tag or segment of this campaign, or something a segment asks for, was deleted. Choose its recipients again.',
    );
  requireImageTexts(ctx, campaign);
  return compileOrRefuse(campaigns, ctx, campaign);
}

/** What a campaign needs whose content and audience are frozen already. */
export async function requireWayOut({ settings }: Campaigns, ctx: Context, campaign: CampaignRow): Promise<void> {
  await requireConfirmedAddress(ctx);
  await refuseArchivedClient(ctx, campaign.client_id);
  const { client_id: clientId, sender_id: senderId, connection_id: connectionId } = campaign;
  const sender = await senderForCampaign(settings, ctx, { senderId, clientId });
  requireVerified(sender);
  // A campaign made before its client was asked for may name the sender of any client.
  if (sender.clientId !== null && sender.clientId !== clientId)
    throw new Problem('not_set_up', 'The sender of this campaign belongs to another client. Choose another sender.');
  await connectionFor(settings, ctx, { connectionId, clientId });
}
