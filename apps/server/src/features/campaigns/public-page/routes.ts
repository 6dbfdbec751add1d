import * as contract from '@waggle/contracts/campaign-public-page';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Campaigns } from '../parts.ts';
import { changePublicPage, readPublicPage } from './public-page.ts';

export function publicPageRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.readPublicPage, (ctx, { params }) => readPublicPage(parts, ctx, params.campaignId));
  serve(mount, contract.changePublicPage, (ctx, { params, body }) =>
    changePublicPage(parts, ctx, params.campaignId, body.isPublic),
  );
}
