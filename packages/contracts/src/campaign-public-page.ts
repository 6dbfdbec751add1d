import { z } from 'zod';
import { campaignPath } from './campaigns.ts';
import { endpoint } from './endpoint.ts';

export const PublicPage = z.object({
  isPublic: z.boolean(),
  /** Where everybody can read the email; null unless it is public and sent. The same for as long as the key of links is. */
  url: z.string().nullable(),
});
export type PublicPage = z.infer<typeof PublicPage>;

export const readPublicPage = endpoint({
  name: 'campaigns.publicPage',
  method: 'GET',
  path: '/api/campaigns/:campaignId/public-page',
  needs: 'campaigns:read',
  summary: 'Whether the email of a campaign can be read by everybody on a web page, and where.',
  params: campaignPath,
  reply: PublicPage,
});

export const changePublicPage = endpoint({
  name: 'campaigns.changePublicPage',
  method: 'PUT',
  path: '/api/campaigns/:campaignId/public-page',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary:
    'Switches the public page on or off, also after sending. It holds nothing of any contact, and what is switched off is gone at once.',
  params: campaignPath,
  body: z.strictObject({ isPublic: z.boolean() }),
  reply: PublicPage,
});
