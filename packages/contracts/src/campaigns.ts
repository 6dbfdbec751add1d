import { z } from 'zod';
import { Duration, StepId } from './automation-document.ts';
import { holdReasons } from './campaign-holds.ts';
import { leftOutReasons } from './campaign-left-out.ts';
import { EmailDocument } from './email-document.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { emailAddress, Instant, line } from './fields.ts';
import { tooLong } from './invalid-input.ts';
import { listQuery, listReply } from './listing.ts';
import { SendingWindow } from './sending-window.ts';
import { Utm } from './utm.ts';

export const campaignTypes = ['EMAIL', 'SMS', 'SEQUENCE'] as const;
export const campaignStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Types that can be created. */
export const writtenTypes = ['EMAIL', 'SEQUENCE'] as const;
export type WrittenType = (typeof writtenTypes)[number];

/** Emails that a sequence starts with. */
export const sequenceLimits = { least: 2, most: 10 } as const;

/** Bytes of HTML or text one mail may have before it is personalised; mailboxes cut off at about a tenth of this. */
export const maxContentBytes = 1_048_576;

const ids = (entity: 'tag' | 'contact') => z.array(idOf(entity)).max(1_000);
/** Fewer: each may have sixty conditions, and all of them become one statement. */
const segmentIds = z.array(idOf('segment')).max(50);

/** Who gets it. `segments` with contactIds and no segmentIds is 'Specific Contacts'. */
export const Recipients = z.strictObject({
  /** `all` is everybody of the campaign's client, or of the organization itself. */
  type: z.enum(['all', 'tags', 'segments']),
  /** The people of every client at once, ticked by a person; only for a campaign of the organization itself. */
  everyClient: z.boolean().default(false),
  tagIds: ids('tag').default([]),
  /** Whether one of the tags is enough or all are needed. */
  tagMatch: z.enum(['any', 'all']).default('any'),
  segmentIds: segmentIds.default([]),
  contactIds: ids('contact').default([]),
  exclude: z
    .strictObject({
      tagIds: ids('tag').default([]),
      segmentIds: segmentIds.default([]),
      contactIds: ids('contact').default([]),
    })
    .prefault({}),
});
export type Recipients = z.output<typeof Recipients>;

/** As answers have it. */
const ShownRecipients = Recipients.extend({
  /** People in the frozen audience, or contacts chosen one by one; null while a rule decides and nothing is frozen. */
  count: z.number().int().nullable(),
  /** Names of the tags it goes to; one that was deleted is missing. */
  tags: z.array(z.string()),
});
/** Of an answer that is handed back, what the server finds out itself is dropped. */
export const GivenRecipients = Recipients.extend({
  count: z.number().int().nullish(),
  tags: z.array(z.string().max(200)).max(1_000).optional(),
});

export const Audience = z.object({
  recipients: z.number().int(),
  /** Clients whose people are among them, without the organization itself. */
  clients: z.number().int(),
  leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), people: z.number().int() })),
});

/** The states of one recipient. Nobody leaves the last five but by a person, a provider's news, or a retry of the failed. */
export const sendStates = [
  'pending',
  'claimed',
  'offering',
  'accepted',
  'failed',
  'suppressed',
  'cancelled',
  'uncertain',
] as const;

/** Who runs the mailbox, told by the domain of the address; a company's own domain is `other`, wherever its mailboxes are. */
export const mailboxProviders = ['gmail', 'outlook', 'yahoo', 'icloud', 'gmx', 'orange', 'proton', 'other'] as const;

/** What holds a campaign until a person has acknowledged it with a reason. */
export const holds = ['complaints', 'bounces'] as const;

export const CampaignStats = z.object({
  /** Handed to a mail server that answered yes. */
  sent: z.number().int(),
  delivered: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  bounced: z.number().int(),
  complained: z.number().int(),
  unsubscribed: z.number().int(),
  /** Opens and clicks by machines, left out above. */
  machineOpened: z.number().int(),
  machineClicked: z.number().int(),
});

const SequenceEmail = z.object({
  /** Given by whoever adds it, once: eight letters. */
  id: StepId,
  /** The campaign under whose id it is edited, previewed and tested. */
  campaignId: z.uuid(),
  /** After the email before it; null for the first. */
  wait: Duration.nullable(),
});

export const Campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(campaignTypes),
  status: z.enum(campaignStatuses),
  subject: z.string(),
  previewText: z.string(),
  /**
   * Of an HTML email as it was typed, byte for byte. Of one built by blocks the HTML is empty, because it is compiled when it is
   * looked at or sent; the text is the author's own, and empty while it is generated.
   */
  content: z.object({
    html: z.string(),
    text: z.string(),
    /** Of the generated text that the author's own was written from; null where nobody noted it. */
    textBasis: z.string().nullable(),
  }),
  /** The blocks it is built from; null is an HTML email. */
  document: EmailDocument.nullable(),
  recipients: ShownRecipients,
  senderId: z.uuid().nullable(),
  /** Who it comes from: the chosen sender, or the default; null while there is none. */
  senderName: z.string().nullable(),
  senderEmail: z.string().nullable(),
  connectionId: z.uuid().nullable(),
  replyTo: z.string().nullable(),
  /** Whoever opted out of it is left out; null is for everybody who may be mailed. */
  topicId: z.uuid().nullable(),
  topicName: z.string().nullable(),
  tracking: z.object({ opens: z.boolean(), clicks: z.boolean() }),
  /** Added to the links of the email; null adds nothing. */
  utm: Utm.nullable(),
  /** Whether everybody may read the email on a web page once it is sent. */
  publicPage: z.boolean(),
  /** Emails leave only then; null is at any time. */
  sendingWindow: SendingWindow.nullable(),
  scheduledAt: Instant.nullable(),
  /** Whether that time on the clock counts in each contact's time zone; `scheduledAt` is then that of whoever has none. */
  eachZone: z.boolean(),
  /** When it begins to leave: in each time zone, hours before `scheduledAt`, where the day begins first. */
  startsAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  /** Stopped for good by a person. Active until the last answers are in, then completed. */
  cancelledAt: Instant.nullable(),
  /** When its sending window opens; null while it is open, and for whatever is not being sent. */
  waitsUntil: Instant.nullable(),
  /** Why it does not go on by itself, as a code and as a sentence for the person; null while it does. */
  holdReason: z.enum(holdReasons).nullable(),
  holdMessage: z.string().nullable(),
  /** People in the frozen audience; null before. */
  audience: z.number().int().nullable(),
  /** How many of the audience are in each state; they add up to the audience once it is frozen. Of a sequence, over all its emails. */
  progress: z.partialRecord(z.enum(sendStates), z.number().int()),
  /** How many failed for a passing reason, whom `campaigns.retry` tries again. */
  retryable: z.number().int(),
  /** When the last of those is due who wait for the time in their zone; null where nobody does. */
  lastDueAt: Instant.nullable(),
  leftOut: Audience.shape.leftOut,
  stats: CampaignStats,
  /** Who let it go on although readers complained or emails bounced; `by` null is the operator of the installation. */
  acknowledgements: z.array(
    z.object({ hold: z.enum(holds), reason: z.string(), by: z.uuid().nullable(), at: Instant }),
  ),
  clientId: z.uuid().nullable(),
  /** The automation and the step whose email it is; null for every other. Such an email is sent by its automation alone. */
  automationId: z.uuid().nullable(),
  stepId: z.string().nullable(),
  /** Of a sequence: its emails in order. Null for every other. */
  emails: z.array(SequenceEmail).nullable(),
  /** The sequence whose email it is; null for every other. */
  sequenceId: z.uuid().nullable(),
  /** Counted up by every change of the draft. Whoever hands it back with a change is told when somebody was faster. */
  version: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Campaign = z.infer<typeof Campaign>;
/** As lists show it: what it says is read one by one. */
const CampaignSummary = Campaign.omit({
  content: true,
  document: true,
  retryable: true,
  lastDueAt: true,
  acknowledgements: true,
});
export type CampaignSummary = z.infer<typeof CampaignSummary>;

const name = line(200, 'Campaign name is required').min(1, 'Campaign name is required');
const subject = line(500, 'Email subject is required').min(1, 'Email subject is required');
const html = z
  .string('Email content is required')
  .max(maxContentBytes, tooLong(maxContentBytes))
  .min(1, 'Email content is required');
const text = z.string().max(maxContentBytes);
/** A fingerprint of generated text, as previews give it. When that of the email is another, the email has changed since. */
export const textBasis = z
  .string()
  .regex(/^[\w-]{22}$/)
  .nullable();
/** An instant, or a wall-clock time such as 2026-03-29T02:30 in the organization's time zone. */
export const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })], 'Choose a date and time')
  .refine((text) => !text.startsWith('0000'), 'Choose a date and time');
const scheduledAt = time.nullable();

/** What a sequence sends and when. One with an id that is not known yet is made, as a draft without words; one that is left out is deleted. */
const emails = z
  .array(z.strictObject({ id: StepId, wait: Duration.nullable().default(null) }))
  .max(sequenceLimits.most, `Write at most ${sequenceLimits.most} emails`)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Two emails have the same id')
  .refine((list) => list.slice(1).every(({ wait }) => wait !== null), 'Choose how long to wait before each email');

const fields = {
  name,
  type: z.enum(writtenTypes),
  subject,
  previewText: line(200),
  htmlContent: html,
  /** The author's own text; empty, it is generated from the email. It stays as it is whatever becomes of the blocks. */
  textContent: text,
  textBasis,
  /** The same, as a copy of a campaign carries them. */
  content: z.strictObject({ html, text, textBasis: textBasis.optional() }),
  /** Blocks instead of HTML. Whichever of the two is sent replaces the other. */
  document: EmailDocument,
  recipients: GivenRecipients,
  senderId: idOf('sender').nullable(),
  connectionId: idOf('connection').nullable(),
  replyTo: emailAddress().nullable(),
  topicId: idOf('topic').nullable(),
  tracking: z.strictObject({ opens: z.boolean(), clicks: z.boolean() }),
  utm: Utm.nullable(),
  publicPage: z.boolean(),
  sendingWindow: SendingWindow.nullable(),
  scheduledAt,
  eachZone: z.boolean(),
  emails,
};
/** What a new campaign need not say. A change must not fill these in: what it leaves out stays as it was. */
const defaults = {
  type: fields.type.default('EMAIL'),
  /** Needed for an email; each email of a sequence has its own. */
  subject: subject.optional(),
  previewText: fields.previewText.default(''),
  htmlContent: html.optional(),
  textContent: text.optional(),
  textBasis: textBasis.optional(),
  content: fields.content.optional(),
  document: EmailDocument.optional(),
  recipients: GivenRecipients.prefault({ type: 'all' }),
  senderId: fields.senderId.default(null),
  connectionId: fields.connectionId.default(null),
  replyTo: fields.replyTo.default(null),
  topicId: fields.topicId.default(null),
  tracking: fields.tracking.default({ opens: true, clicks: true }),
  utm: fields.utm.default(null),
  publicPage: fields.publicPage.default(false),
  sendingWindow: fields.sendingWindow.default(null),
  scheduledAt: scheduledAt.default(null),
  eachZone: fields.eachZone.default(false),
  emails: emails.optional(),
};
/** Needed while the session shows all clients of an agency; null is the organization itself. */
export const clientId = idOf('client').nullable().optional();
export const campaignPath = z.strictObject({ campaignId: idOf('campaign') });
const limits = { bodyBytes: 3 * maxContentBytes };

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  method: 'GET',
  path: '/api/campaigns',
  needs: 'campaigns:read',
  summary: 'Campaigns, newest first.',
  query: listQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({
    status: z.enum(campaignStatuses).optional(),
  }),
  reply: listReply(CampaignSummary),
});

export const readCampaignStats = endpoint({
  name: 'campaigns.stats',
  method: 'GET',
  path: '/api/campaigns/stats',
  needs: 'campaigns:read',
  summary: 'The sums above the list, over every campaign in sight.',
  reply: z.object({
    total: z.number().int(),
    byStatus: z.record(z.enum(campaignStatuses), z.number().int()),
    sent: z.number().int(),
    opened: z.number().int(),
    /** Of all emails that were sent, the share that was opened, from 0 to 1; null before the first. */
    openRate: z.number().nullable(),
  }),
});

export const createCampaign = endpoint({
  name: 'campaigns.create',
  method: 'POST',
  path: '/api/campaigns',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary:
    'Saves a draft: one email, or with the type SEQUENCE several with waits between them. While all clients are shown it says whose: a client, or null for the organization itself.',
  status: 201,
  body: z.strictObject({ ...fields, ...defaults, clientId }),
  reply: Campaign,
  limits,
});

export const readCampaign = endpoint({
  name: 'campaigns.read',
  method: 'GET',
  path: '/api/campaigns/:campaignId',
  needs: 'campaigns:read',
  summary: 'One campaign with how far it is.',
  params: campaignPath,
  reply: Campaign,
});

const readVersion = z.number().int().min(1).max(2_147_483_647);

export const updateCampaign = endpoint({
  name: 'campaigns.update',
  method: 'PUT',
  path: '/api/campaigns/:campaignId',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary:
    'Changes a draft. With `version`, the one that was read, it is refused with 409 campaign_changed when somebody saved since; `fields.by` and `fields.at` say who and when.',
  params: campaignPath,
  body: z
    .strictObject({
      ...fields,
      version: readVersion,
      /** What the email said before stays a version of its own, however short ago it was saved. */
      checkpoint: z.boolean(),
    })
    .partial(),
  reply: Campaign,
  limits,
});

export const changeCampaignStatus = endpoint({
  name: 'campaigns.status',
  method: 'PATCH',
  path: '/api/campaigns/:campaignId',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  summary:
    'Pauses what is scheduled or being sent, or lets it go on. What is held for complaints or bounces needs an acknowledgement with a reason.',
  params: campaignPath,
  /** DRAFT and COMPLETED are understood and refused with 409: a campaign does not move there by this call. */
  body: z.strictObject({
    status: z.enum(campaignStatuses),
    acknowledge: z
      .strictObject({
        hold: z.enum(holds),
        reason: line(300, 'Give a reason of 3 to 300 characters').min(3, 'Give a reason of 3 to 300 characters'),
      })
      .optional(),
  }),
  reply: Campaign,
});

export const deleteCampaign = endpoint({
  name: 'campaigns.delete',
  method: 'DELETE',
  path: '/api/campaigns/:campaignId',
  needs: 'campaigns:write',
  audit: { entity: 'campaign' },
  summary:
    'Deletes a draft or a finished campaign. One that is being sent must be cancelled first. Links in mails that were sent go on working.',
  status: 204,
  params: campaignPath,
  reply: NoReply,
});

export const duplicateCampaign = endpoint({
  name: 'campaigns.duplicate',
  method: 'POST',
  path: '/api/campaigns/:campaignId/duplicate',
  needs: 'campaigns:write',
  audit: { entity: 'campaign', after: true },
  summary: "Saves a draft with everything of this one but its schedule, named '<name> (Copy)'.",
  status: 201,
  params: campaignPath,
  reply: Campaign,
});

export const scheduleCampaign = endpoint({
  name: 'campaigns.schedule',
  method: 'POST',
  path: '/api/campaigns/:campaignId/schedule',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  summary: "Moves a scheduled campaign that hasn't started to another time. A paused one stays paused.",
  params: campaignPath,
  body: z.strictObject({ scheduledAt: time }),
  reply: Campaign,
});

export const returnToDraft = endpoint({
  name: 'campaigns.draft',
  method: 'POST',
  path: '/api/campaigns/:campaignId/draft',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  whileHeld: true,
  summary: "Takes back a campaign that was sent or scheduled and hasn't started, so that it can be edited.",
  params: campaignPath,
  reply: Campaign,
});

export const sendCampaign = endpoint({
  name: 'campaigns.send',
  method: 'POST',
  path: '/api/campaigns/:campaignId/send',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  summary:
    'Sends now, or at the scheduled time. Content and audience are frozen when sending starts. With `version`, the one that was read, it is refused with 409 campaign_changed when somebody saved since.',
  params: campaignPath,
  body: z.strictObject({
    /** Seconds in which `campaigns.draft` can still take back what is sent now. */
    afterSeconds: z.number().int().min(0).max(60).default(0),
    version: readVersion.optional(),
  }),
  reply: z.object({ recipientCount: z.number().int(), clientCount: z.number().int(), campaign: Campaign }),
  limits: { cost: 'long-question' },
});

export const cancelCampaign = endpoint({
  name: 'campaigns.cancel',
  method: 'POST',
  path: '/api/campaigns/:campaignId/cancel',
  needs: 'campaigns:send',
  audit: { entity: 'campaign', after: true },
  whileHeld: true,
  summary: 'Stops for good. Whoever has not been sent to is marked cancelled.',
  params: campaignPath,
  reply: Campaign,
});
