import * as contract from '@waggle/contracts/campaigns';
import { type Mount, serve } from '#platform/http/serve.ts';
import { previewAudience } from './audience/preview.ts';
import * as campaigns from './campaigns.ts';
import { cancelCampaign, changeStatus, sendCampaign } from './lifecycle.ts';
import { linkFigures } from './link-figures/link-figures.ts';
import type { Campaigns } from './parts.ts';
import { personalRoutes } from './personal/routes.ts';
import { presentCampaign, presentSummary } from './present.ts';
import { proofOf } from './proof/proof.ts';
import { presentRecipient } from './recipients/present.ts';
import * as recipients from './recipients/recipients.ts';
import { sendCampaignTest } from './test-mail/send-test.ts';

export function campaignRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.listCampaigns, async (ctx, { query }) => {
    const { items, ...rest } = await campaigns.listCampaigns(ctx, query);
    return { items: items.map(presentSummary), ...rest };
  });
  serve(mount, contract.createCampaign, async (ctx, { body }) =>
    presentCampaign(await campaigns.createCampaign(ctx, body)),
  );
  serve(mount, contract.readCampaign, async (ctx, { params }) =>
    presentCampaign(await campaigns.readCampaign(ctx, params.campaignId)),
  );
  serve(mount, contract.updateCampaign, async (ctx, { params, body }) =>
    presentCampaign(await campaigns.updateCampaign(ctx, params.campaignId, body)),
  );
  serve(mount, contract.changeCampaignStatus, async (ctx, { params, body }) =>
    presentCampaign(await changeStatus(parts, ctx, params.campaignId, body)),
  );
  serve(mount, contract.deleteCampaign, (ctx, { params }) => campaigns.deleteCampaign(ctx, params.campaignId));
  serve(mount, contract.countAudience, (ctx, { body }) => previewAudience(ctx, body));
  serve(mount, contract.sendCampaign, async (ctx, { params }) => {
    const { campaign, ...counts } = await sendCampaign(parts, ctx, params.campaignId);
    return { ...counts, campaign: presentCampaign(campaign) };
  });
  serve(mount, contract.cancelCampaign, async (ctx, { params }) =>
    presentCampaign(await cancelCampaign(ctx, params.campaignId)),
  );
  serve(mount, contract.retryFailed, async (ctx, { params }) => {
    const { retried, campaign } = await recipients.retryFailed(parts, ctx, params.campaignId);
    return { retried, campaign: presentCampaign(campaign) };
  });
  serve(mount, contract.listRecipients, async (ctx, { params, query }) => {
    const { items, nextCursor } = await recipients.listRecipients(ctx, params.campaignId, query);
    return { items: items.map(presentRecipient), nextCursor };
  });
  serve(mount, contract.listCampaignLinks, (ctx, { params }) => linkFigures(ctx, params.campaignId));
  serve(mount, contract.settleUncertain, async (ctx, { params, body }) => {
    const { settled, campaign } = await recipients.settleUncertain(ctx, params.campaignId, body);
    return { settled, campaign: presentCampaign(campaign) };
  });
  serve(mount, contract.sendCampaignTest, (ctx, { params }) => sendCampaignTest(parts, ctx, params.campaignId));
  personalRoutes(mount, parts);
  serve(mount, contract.downloadProof, (ctx, { params }) => proofOf(ctx, params.campaignId));
}
