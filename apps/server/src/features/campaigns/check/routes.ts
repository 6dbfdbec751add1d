import * as contract from '@waggle/contracts/campaign-checks';
import { type Mount, serve } from '#platform/http/serve.ts';
import { recheckLinks } from '../link-checks/check-links.ts';
import type { Campaigns } from '../parts.ts';
import { previewCampaign } from '../preview/preview.ts';
import { sendCampaignTest } from '../test-mail/send-test.ts';
import { checkCampaign } from './check.ts';

export function checkRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.previewCampaign, (ctx, { params, body }) =>
    previewCampaign(parts, ctx, params.campaignId, body),
  );
  serve(mount, contract.checkCampaign, (ctx, { params }) => checkCampaign(parts, ctx, params.campaignId));
  serve(mount, contract.checkCampaignLinks, (ctx, { params }) => recheckLinks(ctx, params.campaignId));
  serve(mount, contract.sendCampaignTest, (ctx, { params, body }) =>
    sendCampaignTest(parts, ctx, params.campaignId, body.memberIds),
  );
}
