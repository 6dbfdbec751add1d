import { holdReasonOf, type HoldReason } from '@waggle/contracts/campaign-holds';
import { ensureAddressKey, suppressMany } from '#features/contacts/index.ts';
import { type SenderParts, transportOf } from '#features/delivery/index.ts';
import { connectionFor, senderForCampaign } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createMailing, type Mailing } from '../content/mailing.ts';
import { findFrozen } from '../content/queries.ts';
import type { Campaigns } from '../parts.ts';
import { holdCampaign } from '../hold.ts';
import { findCampaign } from '../queries.ts';
import { findStepNote } from '../steps/note.sql.ts';
import { createCampaignLedger } from './campaign-ledger.ts';
import type { LiveCampaign } from './queries.ts';
import { keptOf } from './said.ts';
import { campaignReputation } from './reputation/campaign-reputation.ts';

/** Everything a worker needs to send a campaign, from what was frozen. Keys and passwords are read anew, never frozen. */
export async function openCampaign(
  campaigns: Campaigns,
  live: LiveCampaign,
): Promise<(SenderParts & { mailing: Mailing }) | undefined> {
  const { organizationId, campaignId, month } = live;
  const ctx = backgroundContext(campaigns.settings.database, organizationId, 'campaigns.send');
  const [campaign, frozen] = await Promise.all([findCampaign(ctx, campaignId), findFrozen(ctx, campaignId)]);
  if (!campaign || !frozen) return undefined;
  try {
    const { mailing, ...leaving } = await partsOf(campaigns, live, { campaign, frozen });
    const ledger = createCampaignLedger(
      ctx,
      { campaignId, month },
      {
        mailing,
        ...campaigns,
        asksForTags: asksForTags(frozen.content),
        keeps: keptOf(frozen.content),
        ...(campaign.automation_id !== null && { step: await findStepNote(ctx, campaignId) }),
      },
    );
    return { ...leaving, ...stopsOf(ctx, campaignId), mailing, ledger, ctx, id: campaignId, names: { campaignId } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await holdCampaign(ctx, campaignId, holdReasonOf(error.code));
    return undefined;
  }
}

/** As conditions of tags are written by authors and the compiler of documents. The preview text is part of the HTML. */
const asksForTags = ({ subject, html, text }: Frozen['content']): boolean =>
  [subject, html, text].some((part) => /\btags\b/.test(part));

/** What ends sending to everybody of a campaign, or to one address by any campaign. */
const stopsOf = (ctx: Context, campaignId: string) => ({
  reputation: campaignReputation,
  hold: (problem: HoldReason) => holdCampaign(ctx, campaignId, problem),
  suppress: (addresses: readonly string[]) =>
    suppressMany(ctx, 'email', addresses, { reason: 'bounced', source: 'smtp', sourceId: campaignId }),
});

type Frozen = NonNullable<Awaited<ReturnType<typeof findFrozen>>>;
type Found = { campaign: NonNullable<Awaited<ReturnType<typeof findCampaign>>>; frozen: Frozen };

async function partsOf(
  { settings, linkKeys }: Campaigns,
  { organizationId, campaignId }: LiveCampaign,
  { campaign, frozen }: Found,
) {
  const ctx = backgroundContext(settings.database, organizationId, 'campaigns.send');
  const { client_id: clientId, connection_id: connectionId } = campaign;
  const [sender, connectionSettings, linkKey, carriesHash] = await Promise.all([
    senderForCampaign(settings, ctx, { senderId: frozen.content.senderId, clientId }),
    connectionFor(settings, ctx, { connectionId, clientId }),
    linkKeys.newest(),
    linkKeys.mayCarryHash(),
    // An audience frozen by the version before may have none.
    ensureAddressKey(ctx),
  ]);
  const { PUBLIC_URL: publicUrl, CELL: cell } = settings.config;
  const about = {
    publicUrl: frozen.content.origin ?? publicUrl,
    cell,
    organizationId,
    campaignId,
    links: frozen.links,
    reporter: connectionSettings.reporter,
    carriesHash,
  };
  return {
    mailing: createMailing(frozen.content, sender.signingKeys, linkKey, about),
    transport: transportOf(settings, organizationId, connectionSettings),
    domain: sender.domain,
  };
}
