import { z } from 'zod';
import { leftOutReasons } from './campaign-left-out.ts';
import { Campaign, campaignPath, mailboxProviders, sendStates } from './campaigns.ts';
import { endpoint, FileReply, idOf } from './endpoint.ts';
import { Instant, line } from './fields.ts';

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
  name: z.string().nullable(),
  state: z.enum(sendStates),
  reason: z.string().nullable(),
  /** Failed for a passing reason: `campaigns.retry` tries it again. */
  retryable: z.boolean(),
  /** The way emails of the campaign leave by its connection as it is set now, which an older one may not have taken: a mail server, or a provider by name. Null where it was deleted. */
  provider: z.string().nullable(),
  /** As the email carries it; null before it was sent. */
  messageId: z.string().nullable(),
  bounceReason: z.string().nullable(),
  attempts: z.number().int(),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  clickedAt: Instant.nullable(),
  bouncedAt: Instant.nullable(),
  unsubscribedAt: Instant.nullable(),
});

const recipientFilter = {
  state: z.enum(sendStates).optional(),
  /** Only those of whose email this is known. */
  event: z.enum(['delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed']).optional(),
  /** Only people who followed the link with this number, as in `campaigns.links`. Who was deleted since is not among them. */
  link: z.coerce.number().int().min(1).max(32_767).optional(),
  /** Only those with a mailbox there. */
  mailbox: z.enum(mailboxProviders).optional(),
  /** Words of the name, or the beginning of the address. */
  search: line(200).optional(),
};
const page = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};
/** Null where more than 10,000 match. */
const total = z.number().int().nullable();

export const listRecipients = endpoint({
  name: 'campaigns.recipients',
  method: 'GET',
  path: '/api/campaigns/:campaignId/recipients',
  needs: 'campaigns:read',
  summary:
    'Everybody in the frozen audience, with what became of their mail. Kept for 13 months after sending started.',
  params: campaignPath,
  query: z.strictObject({ ...recipientFilter, ...page }),
  reply: z.object({
    items: z.array(CampaignRecipient),
    nextCursor: z.string().nullable(),
    total,
    /** False once the list is deleted, 13 months after sending started; figures stay. */
    isKept: z.boolean(),
  }),
});

export const exportRecipients = endpoint({
  name: 'campaigns.exportRecipients',
  method: 'GET',
  path: '/api/campaigns/:campaignId/recipients/export',
  needs: 'campaigns:export',
  audit: { entity: 'campaign', after: true },
  summary: 'The same as a file: name, address, state, reason and times.',
  params: campaignPath,
  query: z.strictObject(recipientFilter),
  reply: FileReply,
});

/**
 * Besides the reasons of the freeze: who became a contact later, and who was left out before reasons were kept. Once the
 * list of recipients is deleted: who got it by their timeline, and of whom nothing is known any more.
 */
export const leftOutAnswers = [...leftOutReasons, 'added-later', 'not-kept', 'was-sent', 'no-longer-kept'] as const;

export const LeftOutContact = z.object({
  contactId: z.uuid(),
  /** Null once the contact is gone. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  reason: z.enum(leftOutAnswers),
});

const leftOutFilter = {
  reason: z.enum(leftOutReasons).optional(),
  search: line(200).optional(),
};

export const listLeftOut = endpoint({
  name: 'campaigns.leftOut',
  method: 'GET',
  path: '/api/campaigns/:campaignId/left-out',
  needs: 'campaigns:read',
  summary:
    'Who did not get it and why. A search answers for anybody, also for who was not selected or came later; without one those who were selected are listed.',
  params: campaignPath,
  query: z.strictObject({ ...leftOutFilter, ...page }),
  reply: z.object({ items: z.array(LeftOutContact), nextCursor: z.string().nullable(), total }),
  limits: { cost: 'long-question' },
});

export const exportLeftOut = endpoint({
  name: 'campaigns.exportLeftOut',
  method: 'GET',
  path: '/api/campaigns/:campaignId/left-out/export',
  needs: 'campaigns:export',
  audit: { entity: 'campaign', after: true },
  summary: 'The same as a file.',
  params: campaignPath,
  query: z.strictObject(leftOutFilter),
  reply: FileReply,
});

export const settleAllUncertain = endpoint({
  name: 'campaigns.settleAll',
  method: 'POST',
  path: '/api/campaigns/:campaignId/settle-all',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', affected: 'settled', after: true },
  summary: 'A person says what became of all mails whose answer never came.',
  params: campaignPath,
  body: z.strictObject({ as: z.enum(['accepted', 'failed']) }),
  reply: z.object({ settled: z.number().int(), campaign: Campaign }),
  limits: { cost: 'long-question' },
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
  needs: 'campaigns:figures',
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
