import { z } from 'zod';
import { Duration } from './automation-document.ts';
import { Campaign, campaignPath, CampaignStats, mailboxProviders } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { devices } from './qr-codes.ts';

export const reportSpans = ['24h', '7d'] as const;

const count = z.number().int();

export const readCampaignReport = endpoint({
  name: 'campaigns.report',
  method: 'GET',
  path: '/api/campaigns/:campaignId/report',
  needs: 'campaigns:figures',
  summary:
    'What readers did since sending started, by hour, device and mailbox provider, and the five campaigns before it.',
  params: campaignPath,
  query: z.strictObject({ span: z.enum(reportSpans).default('24h') }),
  reply: z.object({
    timezone: z.string(),
    /** Each hour from the start until now or the end of the span; none before it starts and once hours are no longer kept. */
    hours: z.array(
      z.object({
        at: Instant,
        /** Emails opened for the first time. */
        opens: count,
        /** Links followed for the first time. */
        clicks: count,
      }),
    ),
    /** Opens and clicks by people, also repeated ones. */
    devices: z.array(z.object({ device: z.enum(devices), opens: count, clicks: count })),
    /** Opens and clicks by machines and by who may be one, also repeated ones; left out everywhere else. */
    machine: z.object({ opens: count, clicks: count }),
    /** By mailbox provider, where most were sent first; empty before sending starts, and of campaigns from before this was counted. */
    mailboxes: z.array(
      z.object({
        provider: z.enum(mailboxProviders),
        sent: count,
        delivered: count,
        opened: count,
        clicked: count,
        bounced: count,
      }),
    ),
    /** Of the same client, newest first. */
    before: z.array(z.object({ id: z.uuid(), name: z.string(), sentAt: Instant, stats: CampaignStats })),
  }),
});

/** What a report says of a campaign without an address and without its content. */
export const CampaignFigures = Campaign.pick({
  id: true,
  name: true,
  type: true,
  status: true,
  sentAt: true,
  completedAt: true,
  cancelledAt: true,
  audience: true,
  progress: true,
  leftOut: true,
  stats: true,
  clientId: true,
});
export type CampaignFigures = z.infer<typeof CampaignFigures>;

export const readCampaignFigures = endpoint({
  name: 'campaigns.figures',
  method: 'GET',
  path: '/api/campaigns/:campaignId/figures',
  needs: 'campaigns:figures',
  summary: 'How far a campaign is and what became of its emails, in numbers alone. Guests see only what was sent.',
  params: campaignPath,
  reply: CampaignFigures,
});

/** One email of a sequence, with all it led to. */
const SequenceEmailFigures = z.object({
  id: z.string(),
  /** The draft it was written as. */
  campaignId: z.uuid(),
  subject: z.string(),
  wait: Duration.nullable(),
  /** The campaign that sends it, whose report has the rest; null until somebody gets it. */
  sendingId: z.uuid().nullable(),
  /** Why it does not go on by itself; null while it does. */
  holdReason: Campaign.shape.holdReason,
  stats: CampaignStats,
});
export type SequenceEmailFigures = z.infer<typeof SequenceEmailFigures>;

export const readSequence = endpoint({
  name: 'campaigns.sequence',
  method: 'GET',
  path: '/api/campaigns/:campaignId/sequence',
  needs: 'campaigns:read',
  summary:
    'The emails of a sequence with their figures, and how many people are inside. Who they are is told by `automations.runs` under the same id.',
  params: campaignPath,
  reply: z.object({
    emails: z.array(SequenceEmailFigures),
    /** Who got in when it started. */
    entered: count,
    inside: count,
    /** Of those inside, who does not go on without a person. */
    stuck: count,
  }),
});

export const readClickMap = endpoint({
  name: 'campaigns.clickMap',
  method: 'GET',
  path: '/api/campaigns/:campaignId/click-map',
  needs: 'campaigns:read',
  summary:
    'The email as it was sent, filled in for the caller and cut where its links begin, so that a mark can be put on each. It leads nowhere, and looking at it counts as no open.',
  params: campaignPath,
  reply: z.object({
    subject: z.string(),
    /** Put together they are the whole page. After a part with a number follows what that link contains. Empty before sending started. */
    parts: z.array(z.object({ html: z.string(), no: count.nullable() })),
  }),
  limits: { cost: 'elsewhere' },
});

export const resendToUnopened = endpoint({
  name: 'campaigns.resend',
  method: 'POST',
  path: '/api/campaigns/:campaignId/resend',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary:
    "Saves a draft with the same content for a new segment: the people who were sent this campaign and didn't open it. Who that is is settled when the draft is sent.",
  status: 201,
  params: campaignPath,
  body: z.strictObject({
    name: line(200, 'Campaign name is required').min(1, 'Campaign name is required'),
    /** One with the same name and rules is used again. */
    segmentName: line(80, 'Segment name is required').min(1, 'Segment name is required'),
  }),
  reply: z.object({ campaignId: z.uuid() }),
});
