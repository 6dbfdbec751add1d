import * as contract from '@waggle/contracts/campaign-versions';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Campaigns } from '../parts.ts';
import { showCampaign } from '../show-campaign.ts';
import * as versions from './versions.ts';

export function versionRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.listCampaignVersions, (ctx, { params }) => versions.listVersions(ctx, params.campaignId));
  serve(mount, contract.readCampaignVersion, (ctx, { params }) => versions.readVersion(ctx, params));
  serve(mount, contract.restoreCampaignVersion, async (ctx, { params }) =>
    showCampaign(parts, ctx, await versions.restoreVersion(ctx, params)),
  );
}
