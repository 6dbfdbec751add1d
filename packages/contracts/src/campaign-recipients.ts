import { z } from 'zod';
import { Campaign, campaignPath, sendStates } from './campaigns.ts';
import { endpoint, FileReply, idOf } from './endpoint.ts';
import { Instant } from './fields.ts';

export const retryFailed = endpoint({
  name: 'campaigns.retry',
  method: 'POST',
  path: '/api/campaigns/:campaignId/retry',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', affected: 'retried', after: true },
  summary: 'Tries those again whose mail was refused for a passing reason; nobody else.',
  params: campaignPath,
  reply: z.object({ retried: z.number().int(), campaign: Campaign }),
  limits: { cost: 'long-question' },
});

export const CampaignRecipient = z.object({
  sendId: z.uuid(),
  contactId: z.uuid(),
  /** Null once the contact is gone. */
  email: z.string().nullable(),
  state: z.enum(sendStates),
  reason: z.string().nullable(),
  attempts: z.number().int(),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  clickedAt: Instant.nullable(),
  bouncedAt: Instant.nullable(),
  unsubscribedAt: Instant.nullable(),
});

export const listRecipients = endpoint({
  name: 'campaigns.recipients',
  method: 'GET',
  path: '/api/campaigns/:campaignId/recipients',
  needs: 'campaigns:read',
  summary: 'Everybody in the frozen audience, with what became of their mail.',
  params: campaignPath,
  query: z.strictObject({
    state: z.enum(sendStates).optional(),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ items: z.array(CampaignRecipient), nextCursor: z.string().nullable() }),
});

export const CampaignLink = z.object({
  /** Its place in the mail, from 1. */
  no: z.number().int(),
  url: z.string(),
  /** People who followed it: once for each mail. */
  uniqueClicks: z.number().int(),
  clicks: z.number().int(),
  /** By machines and by who may be one, left out above. */
  machineClicks: z.number().int(),
});

export const listCampaignLinks = endpoint({
  name: 'campaigns.links',
  method: 'GET',
  path: '/api/campaigns/:campaignId/links',
  needs: 'campaigns:read',
  summary: 'The links of the mail in its order, as they were when sending started, with who followed them.',
  params: campaignPath,
  reply: z.object({ items: z.array(CampaignLink) }),
});

export const settleUncertain = endpoint({
  name: 'campaigns.settle',
  method: 'POST',
  path: '/api/campaigns/:campaignId/settle',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', affected: 'settled', after: true },
  summary: 'A person says what became of mails whose answer never came. `failed` ones can then be retried.',
  params: campaignPath,
  body: z.strictObject({
    contactIds: z.array(idOf('contact')).min(1).max(1_000),
    as: z.enum(['accepted', 'failed']),
  }),
  reply: z.object({ settled: z.number().int(), campaign: Campaign }),
  limits: { cost: 'long-question' },
});

export const downloadProof = endpoint({
  name: 'campaigns.proof',
  method: 'GET',
  path: '/api/campaigns/:campaignId/proof',
  needs: 'campaigns:export',
  audit: { entity: 'campaign', after: true },
  summary: 'Counts by state and reason and every row of the ledger, with a hash; `waggle verify-proof` checks it.',
  params: campaignPath,
  reply: FileReply,
});
