import { z } from 'zod';
import { Campaign, campaignPath, maxContentBytes } from './campaigns.ts';
import { EmailDocument } from './email-document.ts';
import { Utm } from './utm.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

const text = z.string().max(maxContentBytes);

const ContentProblem = z.object({
  part: z.enum(['subject', 'previewText', 'html', 'text']),
  /** From 1, in what the author wrote; of blocks it says nothing. */
  line: z.number().int(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
});

export const previewCampaign = endpoint({
  name: 'campaigns.preview',
  method: 'POST',
  path: '/api/campaigns/:campaignId/preview',
  needs: 'campaigns:read',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary:
    'The email as one contact would get it, by the code that sends: compiled, with footer and fields filled in. Links lead straight to where they lead. What is sent along is shown instead of what is saved.',
  params: campaignPath,
  body: z.strictObject({
    /** Null shows it to the signed-in person. */
    contactId: idOf('contact').nullable().default(null),
    subject: line(500).optional(),
    previewText: line(200).optional(),
    /** Beside blocks it is their text. */
    content: z.strictObject({ html: text, text }).optional(),
    document: EmailDocument.optional(),
    utm: Utm.nullable().optional(),
  }),
  reply: z.object({
    subject: z.string(),
    previewText: z.string(),
    from: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
    /** Both are empty while there is an error among the problems. */
    html: z.string(),
    text: z.string(),
    /** What an email may not contain and the cleaner takes out. */
    removed: z.array(z.string()),
    problems: z.array(ContentProblem),
    /** What blocks become before anything is filled in, to go on with as HTML. */
    source: Campaign.shape.content.omit({ textBasis: true }),
    /** The text made from blocks or HTML, whether it is sent or an own one is, and its fingerprint to save an own one with. */
    generated: z.object({ text: z.string(), basis: z.string() }),
  }),
  limits: { bodyBytes: 3 * maxContentBytes, cost: 'elsewhere' },
});

export const checkCodes = [
  'confirmed-address',
  'sender',
  'domain',
  'connection',
  'postal-address',
  'subject',
  'content',
  'recipients',
  'schedule',
  'plain-text',
  'unsubscribe',
  'size',
  'links',
  'link-answers',
  'spam-words',
  'image-text',
  'email-apps',
  'warm-up',
  'plan',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** Where a line is put right. */
export const checkActions = [
  'confirm-address',
  'set-up-sender',
  'set-up-domain',
  'set-up-connection',
  'set-up-address',
  'edit-content',
  'check-links',
  'choose-recipients',
  'choose-time',
] as const;

const CheckLine = z.object({
  code: z.enum(checkCodes),
  /** A blocking one keeps Send from working; one that waits is being found out, so that asking again tells more. */
  level: z.enum(['blocking', 'warning', 'waiting', 'ok']),
  message: z.string(),
  /** One sentence for each thing it is about, as far as they are worth naming. */
  details: z.array(z.string()),
  action: z.enum(checkActions).nullable(),
  /** When others were asked; null where nobody had to be. */
  checkedAt: Instant.nullable(),
});
export type CheckLine = z.infer<typeof CheckLine>;

export const checkCampaign = endpoint({
  name: 'campaigns.check',
  method: 'GET',
  path: '/api/campaigns/:campaignId/check',
  needs: 'campaigns:read',
  summary: 'Everything that stands in the way of sending, and what is worth a look, all at once.',
  params: campaignPath,
  reply: z.object({
    lines: z.array(CheckLine),
    /** Whether nothing blocks. */
    isReady: z.boolean(),
    recipients: z.number().int().nullable(),
  }),
  limits: { cost: 'long-question' },
});

export const checkCampaignLinks = endpoint({
  name: 'campaigns.checkLinks',
  method: 'POST',
  path: '/api/campaigns/:campaignId/check/links',
  needs: 'campaigns:write',
  audit: { skip: 'reads' },
  summary: "Asks again where the links lead that didn't work. A worker does, and the check tells what it found.",
  status: 204,
  params: campaignPath,
  reply: NoReply,
  limits: { rate: { points: 30, seconds: 600, per: 'user' } },
});

/** Colleagues who get a test beside the person who sends it. */
export const mostColleagues = 10;
const TestResult = z.object({ delivered: z.boolean(), to: z.string(), answer: z.string() });

export const sendCampaignTest = endpoint({
  name: 'campaigns.test',
  method: 'POST',
  path: '/api/campaigns/:campaignId/test',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  summary: 'Sends the mail as it would arrive to the signed-in person, and to colleagues with a confirmed address.',
  params: campaignPath,
  body: z.strictObject({ memberIds: z.array(idOf('member')).max(mostColleagues).default([]) }),
  reply: TestResult.extend({ colleagues: z.array(TestResult) }),
  limits: { cost: 'elsewhere', rate: { points: 20, seconds: 600, per: 'user' } },
});
