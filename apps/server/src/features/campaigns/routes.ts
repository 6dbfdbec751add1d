import * as audience from '@waggle/contracts/campaign-audience';
import * as contract from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import { previewAudience, previewPeople, previewZones } from './audience/preview.ts';
import * as campaigns from './campaigns.ts';
import { sumsOf } from './figures/sums.ts';
import { cancelCampaign, changeStatus, sendCampaign } from './lifecycle.ts';
import { namesOf } from './names/names.ts';
import { reschedule, returnToDraft } from './unstarted/unstarted.ts';
import type { Campaigns } from './parts.ts';
import { personalRoutes } from './personal/routes.ts';
import { publicPageRoutes } from './public-page/routes.ts';
import { presentSpread, presentSummary } from './present.ts';
import { checkRoutes } from './check/routes.ts';
import { recipientRoutes } from './recipients/routes.ts';
import { showCampaign } from './show-campaign.ts';
import { versionRoutes } from './versions/routes.ts';
import { reportRoutes } from './report/routes.ts';

export function campaignRoutes(mount: Mount, parts: Campaigns): void {
  const show = (ctx: Context, row: campaigns.CampaignWithProgress) => showCampaign(parts, ctx, row);

  serve(mount, contract.listCampaigns, async (ctx, { query }) => {
    const { items, ...rest } = await campaigns.listCampaigns(ctx, query);
    const names = await namesOf(parts, ctx, items);
    return { items: items.map((item) => presentSummary(item, names)), ...rest };
  });
  serve(mount, contract.readCampaignStats, (ctx) => sumsOf(ctx));
  serve(mount, contract.createCampaign, async (ctx, { body }) => show(ctx, await campaigns.createCampaign(ctx, body)));
  serve(mount, contract.readCampaign, async (ctx, { params }) =>
    show(ctx, await campaigns.readCampaign(ctx, params.campaignId)),
  );
  serve(mount, contract.updateCampaign, async (ctx, { params, body }) =>
    show(ctx, await campaigns.updateCampaign(ctx, params.campaignId, body)),
  );
  serve(mount, contract.changeCampaignStatus, async (ctx, { params, body }) =>
    show(ctx, await changeStatus(parts, ctx, params.campaignId, body)),
  );
  serve(mount, contract.deleteCampaign, (ctx, { params }) => campaigns.deleteCampaign(ctx, params.campaignId, parts));
  serve(mount, contract.duplicateCampaign, async (ctx, { params }) =>
    show(ctx, await campaigns.duplicateCampaign(ctx, params.campaignId)),
  );
  serve(mount, contract.scheduleCampaign, async (ctx, { params, body }) =>
    show(ctx, await reschedule(ctx, params.campaignId, body.scheduledAt)),
  );
  serve(mount, contract.returnToDraft, async (ctx, { params }) =>
    show(ctx, await returnToDraft(ctx, params.campaignId)),
  );
  serve(mount, audience.countAudience, (ctx, { body }) => previewAudience(ctx, body));
  serve(mount, audience.spreadAudience, async (ctx, { body }) => presentSpread(await previewZones(ctx, body)));
  serve(mount, audience.listAudience, (ctx, { body }) => previewPeople(ctx, body));
  serve(mount, contract.sendCampaign, async (ctx, { params, body }) => {
    const { campaign, ...counts } = await sendCampaign(parts, ctx, params.campaignId, body);
    return { ...counts, campaign: await show(ctx, campaign) };
  });
  serve(mount, contract.cancelCampaign, async (ctx, { params }) =>
    show(ctx, await cancelCampaign(ctx, params.campaignId, parts)),
  );
  versionRoutes(mount, parts);
  checkRoutes(mount, parts);
  recipientRoutes(mount, parts);
  personalRoutes(mount, parts);
  reportRoutes(mount, parts);
  publicPageRoutes(mount, parts);
}
