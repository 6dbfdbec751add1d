import * as contract from '@waggle/contracts/campaign-report';
import { type Mount, serve } from '#platform/http/serve.ts';
import { reportOf } from './report.ts';
import { resendToUnopened } from './resend.ts';

export function reportRoutes(mount: Mount): void {
  serve(mount, contract.readCampaignReport, (ctx, { params, query }) => reportOf(ctx, params.campaignId, query.span));
  serve(mount, contract.resendToUnopened, (ctx, { params, body }) => resendToUnopened(ctx, params.campaignId, body));
}
