import { createHash } from 'node:crypto';
import { ensureAddressKey } from '#features/contacts/index.ts';
import { connectionFor, dialFor, senderForCampaign, type Settings, type Transport } from '#features/settings/index.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import { backgroundContext } from '../background-context.ts';
import { createMailing } from '../content/mailing.ts';
import { findFrozen } from '../content/queries.ts';
import type { Campaigns } from '../parts.ts';
import { findCampaign, moveCampaign } from '../queries.ts';
import { CampaignDesk, type Exit } from './campaign-desk.ts';
import { installation } from './pace/queries.ts';
import type { LiveCampaign } from './queries.ts';
import { openSes } from './ses/outlet.ts';
import { Line } from './smtp/line.ts';

/** Everything a worker needs to send a campaign, from what was frozen. Keys and passwords are read anew, never frozen. */
export async function openDesk(campaigns: Campaigns, live: LiveCampaign, log: Log): Promise<CampaignDesk | undefined> {
  const { organizationId, campaignId, month } = live;
  const ctx = backgroundContext(campaigns.settings.database, organizationId, 'campaigns.send');
  const [campaign, frozen] = await Promise.all([findCampaign(ctx, campaignId), findFrozen(ctx, campaignId)]);
  if (!campaign || !frozen) return undefined;
  try {
    const parts = await partsOf(campaigns, live, { campaign, frozen });
    return new CampaignDesk(ctx, { campaignId, month }, { ...parts, log });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await moveCampaign(ctx, campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason: error.code });
    return undefined;
  }
}

type Found = {
  campaign: NonNullable<Awaited<ReturnType<typeof findCampaign>>>;
  frozen: NonNullable<Awaited<ReturnType<typeof findFrozen>>>;
};

async function partsOf(
  { settings, linkKeys, installation }: Campaigns,
  { organizationId, campaignId }: LiveCampaign,
  { campaign, frozen }: Found,
) {
  const ctx = backgroundContext(settings.database, organizationId, 'campaigns.send');
  const { client_id: clientId, connection_id: connectionId } = campaign;
  const [sender, transport, linkKey, carriesHash] = await Promise.all([
    senderForCampaign(settings, ctx, { senderId: frozen.content.senderId, clientId }),
    connectionFor(settings, ctx, { connectionId, clientId }),
    linkKeys.newest(),
    linkKeys.mayCarryHash(),
    // An audience frozen by the version before may have none.
    ensureAddressKey(ctx),
  ]);
  const { PUBLIC_URL: publicUrl, CELL: cell, SENDING_LEASE_SECONDS } = settings.config;
  const about = {
    publicUrl,
    cell,
    organizationId,
    campaignId,
    links: frozen.links,
    reporter: transport.reporter,
    carriesHash,
  };
  return {
    mailing: createMailing(frozen.content, sender.signingKeys, linkKey, about),
    exit: exitOf(settings, organizationId, transport),
    domain: sender.domain,
    leaseSeconds: SENDING_LEASE_SECONDS,
    installation,
  };
}

/** Organizations never share a connection of their own, even to the same server: the login is theirs. */
function exitOf(settings: Settings, organizationId: string, transport: Transport): Exit {
  const { connectionId, maxConnections, maxPerSecond } = transport;
  const key = connectionId === null ? installation : `${organizationId} ${connectionId}`;
  const lineKey = `${key} ${createHash('sha256').update(JSON.stringify(transport)).digest('base64')}`;
  const shared = { key, lineKey, maxConnections, maxPerSecond };
  if (transport.kind === 'ses') return { ...shared, open: async () => openSes(transport) };
  const { host, port, tls, username, password: secret } = transport;
  const answerTimeoutMs = settings.config.SMTP_ANSWER_TIMEOUT_MS;
  const dial = dialFor(settings, transport);
  return { ...shared, open: () => Line.open({ host, port, tls, username, secret, answerTimeoutMs, dial }) };
}
