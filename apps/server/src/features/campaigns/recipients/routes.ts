import * as contract from '@waggle/contracts/campaign-recipients';
import { type Mount, serve } from '#platform/http/serve.ts';
import { linkFigures } from '../link-figures/link-figures.ts';
import type { Campaigns } from '../parts.ts';
import { proofOf } from '../proof/proof.ts';
import { showCampaign } from '../show-campaign.ts';
import { listLeftOut } from '../left-out/left-out.ts';
import { exportLeftOut, exportRecipients } from './export.ts';
import { wayOf } from './way.ts';
import { presentRecipient } from './present.ts';
import * as recipients from './recipients.ts';

export function recipientRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.retryFailed, async (ctx, { params }) => {
    const { retried, campaign } = await recipients.retryFailed(parts, ctx, params.campaignId);
    return { retried, campaign: await showCampaign(parts, ctx, campaign) };
  });
  serve(mount, contract.listRecipients, async (ctx, { params, query }) => {
    const { items, ...rest } = await recipients.listRecipients(ctx, params.campaignId, query);
    const way = await wayOf(parts, ctx, params.campaignId);
    return { items: items.map((row) => presentRecipient(row, way)), ...rest };
  });
  serve(mount, contract.exportRecipients, (ctx, { params, query }) => exportRecipients(ctx, params.campaignId, query));
  serve(mount, contract.listLeftOut, (ctx, { params, query }) => listLeftOut(ctx, params.campaignId, query));
  serve(mount, contract.exportLeftOut, (ctx, { params, query }) => exportLeftOut(ctx, params.campaignId, query));
  serve(mount, contract.settleAllUncertain, async (ctx, { params, body }) => {
    const { settled, campaign } = await recipients.settleAllUncertain(ctx, params.campaignId, body.as);
    return { settled, campaign: await showCampaign(parts, ctx, campaign) };
  });
  serve(mount, contract.listCampaignLinks, (ctx, { params }) => linkFigures(ctx, params.campaignId));
  serve(mount, contract.settleUncertain, async (ctx, { params, body }) => {
    const { settled, campaign } = await recipients.settleUncertain(ctx, params.campaignId, body);
    return { settled, campaign: await showCampaign(parts, ctx, campaign) };
  });
  serve(mount, contract.downloadProof, (ctx, { params }) => proofOf(ctx, params.campaignId));
}
