import { z } from 'zod';
import { Campaign, campaignPath } from './campaigns.ts';
import { endpoint, idOf } from './endpoint.ts';
import { Instant } from './fields.ts';

const CampaignVersion = z.object({
  id: z.uuid(),
  /** Of the campaign, when it was saved. */
  version: z.number().int(),
  /** Who saved it; null for somebody who is gone. */
  by: z.string().nullable(),
  byId: z.uuid().nullable(),
  at: Instant,
  subject: z.string(),
  isCurrent: z.boolean(),
});
export type CampaignVersion = z.infer<typeof CampaignVersion>;
const versionPath = campaignPath.extend({ versionId: idOf('campaign-version') });

export const listCampaignVersions = endpoint({
  name: 'campaigns.versions',
  method: 'GET',
  path: '/api/campaigns/:campaignId/versions',
  needs: 'campaigns:read',
  summary: 'What the email said before, newest first; the last 50. Changes of one person within five minutes are one.',
  params: campaignPath,
  reply: z.object({ items: z.array(CampaignVersion) }),
});

export const readCampaignVersion = endpoint({
  name: 'campaigns.version',
  method: 'GET',
  path: '/api/campaigns/:campaignId/versions/:versionId',
  needs: 'campaigns:read',
  summary: 'One version with all it says.',
  params: versionPath,
  reply: CampaignVersion.extend({
    previewText: z.string(),
    content: Campaign.shape.content,
    document: Campaign.shape.document,
  }),
});

export const restoreCampaignVersion = endpoint({
  name: 'campaigns.restore',
  method: 'POST',
  path: '/api/campaigns/:campaignId/versions/:versionId/restore',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary:
    'The draft says again what this version said: subject, preview text and content. Adds a version and deletes none.',
  params: versionPath,
  reply: Campaign,
});
