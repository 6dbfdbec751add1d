import type { Platform } from '#platform/feature.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import type { Campaigns } from '../parts.ts';
import { askLinks } from './check-links.ts';
import { checkLinks } from './jobs.ts';
import { createLinkAsker } from './link-asker.ts';

export const linkCheckHandlers = (campaigns: Campaigns, { config, limits }: Platform): Handler[] => {
  const ask = createLinkAsker({ config, limits });
  return [
    handle(checkLinks, (ctx, { campaignId }, { signal }) => askLinks(campaigns, ctx, { campaignId, ask, signal })),
  ];
};
