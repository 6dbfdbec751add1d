import * as contract from '@waggle/contracts/campaign-report';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Campaigns } from '../parts.ts';
import { clickMapOf } from './click-map.ts';
import { reportOf } from './report.ts';
import { figuresOf } from './reported-campaign.ts';
import { resendToUnopened } from './resend.ts';
import { sequenceOf } from '../sequences/figures.ts';

export function reportRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.readCampaignReport, (ctx, { params, query }) => reportOf(ctx, params.campaignId, query.span));
  serve(mount, contract.readCampaignFigures, (ctx, { params }) => figuresOf(ctx, params.campaignId));
  serve(mount, contract.readSequence, (ctx, { params }) => sequenceOf(parts, ctx, params.campaignId));
  serve(mount, contract.readClickMap, (ctx, { params }) => clickMapOf(parts, ctx, params.campaignId));
  serve(mount, contract.resendToUnopened, (ctx, { params, body }) => resendToUnopened(ctx, params.campaignId, body));
}
