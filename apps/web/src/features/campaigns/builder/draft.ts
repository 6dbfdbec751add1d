import { type Campaign, createCampaign, type Recipients, type WrittenType } from '@waggle/contracts/campaigns';
import type { Duration } from '@waggle/contracts/automation-document';
import type { EmailDocument } from '@waggle/contracts/email-document';
import type { CallInput } from '@waggle/contracts/endpoint';
import type { SendingWindow } from '@waggle/contracts/sending-window';
import type { Utm } from '@waggle/contracts/utm';

/** HTML, which is kept byte for byte, or blocks, of which the server makes HTML and text. */
export type DraftContent = {
  html: string;
  /** The author's own; empty, it is generated. */
  text: string;
  /** Of the generated text the own one was written from. */
  textBasis: string | null;
  document: EmailDocument | null;
};
/** One email of a sequence, and how long to wait before it. What it says is a campaign of its own. */
export type DraftEmail = { id: string; wait: Duration | null };
export const noText = { text: '', textBasis: null };

/** What a person edits, field by field: two people who edit different fields are merged. */
export type CampaignDraft = {
  name: string;
  subject: string;
  previewText: string;
  content: DraftContent;
  recipients: Recipients;
  senderId: string | null;
  connectionId: string | null;
  /** Empty is none of its own: answers go to the sender. */
  replyTo: string;
  /** Null goes to everybody who may be mailed. */
  topicId: string | null;
  tracking: Campaign['tracking'];
  utm: Utm | null;
  /** Whether everybody may read the email on a web page once it is sent. */
  publicPage: boolean;
  sendingWindow: SendingWindow | null;
  scheduledAt: string | null;
  /** Whether that time counts on the clock of each contact. */
  eachZone: boolean;
  /** Of a sequence; null for one email. */
  emails: DraftEmail[] | null;
};
export type DraftField = keyof CampaignDraft;
export type DraftChange = Partial<CampaignDraft>;

export const typeOf = ({ emails }: Pick<CampaignDraft, 'emails'>): WrittenType => (emails ? 'SEQUENCE' : 'EMAIL');

export const emptyRecipients: Recipients = {
  type: 'all',
  everyClient: false,
  tagIds: [],
  tagMatch: 'any',
  segmentIds: [],
  contactIds: [],
  exclude: { tagIds: [], segmentIds: [], contactIds: [] },
};

export const emptyDraft: CampaignDraft = {
  name: '',
  subject: '',
  previewText: '',
  content: { html: '', ...noText, document: null },
  recipients: emptyRecipients,
  senderId: null,
  connectionId: null,
  replyTo: '',
  topicId: null,
  tracking: { opens: true, clicks: true },
  utm: null,
  publicPage: false,
  sendingWindow: null,
  scheduledAt: null,
  eachZone: false,
  emails: null,
};

/** Always the same keys in the same order, so that what two answers say can be compared. */
const recipientsOf = ({ exclude, ...chosen }: Recipients): Recipients => ({
  type: chosen.type,
  everyClient: chosen.everyClient,
  tagIds: chosen.tagIds,
  tagMatch: chosen.tagMatch,
  segmentIds: chosen.segmentIds,
  contactIds: chosen.contactIds,
  exclude: { tagIds: exclude.tagIds, segmentIds: exclude.segmentIds, contactIds: exclude.contactIds },
});

export const draftOf = (campaign: Campaign): CampaignDraft => ({
  name: campaign.name,
  subject: campaign.subject,
  previewText: campaign.previewText,
  content: {
    html: campaign.document ? '' : campaign.content.html,
    text: campaign.content.text,
    textBasis: campaign.content.textBasis,
    document: campaign.document,
  },
  recipients: recipientsOf(campaign.recipients),
  senderId: campaign.senderId,
  connectionId: campaign.connectionId,
  replyTo: campaign.replyTo ?? '',
  topicId: campaign.topicId,
  tracking: { opens: campaign.tracking.opens, clicks: campaign.tracking.clicks },
  utm: campaign.utm && utmOf(campaign.utm),
  publicPage: campaign.publicPage,
  sendingWindow: campaign.sendingWindow && windowOf(campaign.sendingWindow),
  scheduledAt: campaign.scheduledAt,
  eachZone: campaign.eachZone,
  emails: campaign.emails && campaign.emails.map(({ id, wait }) => ({ id, wait: wait && waitOf(wait) })),
});

const waitOf = ({ amount, unit }: Duration): Duration => ({ amount, unit });

const utmOf = ({ source, medium, campaign, term, content }: Utm): Utm => ({ source, medium, campaign, term, content });

const windowOf = ({ from, to, days, zone }: SendingWindow): SendingWindow => ({ from, to, days, zone });

const fields = Object.keys(emptyDraft) as DraftField[];
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The fields in which a draft differs from what is saved. */
export const changedFields = (from: CampaignDraft, to: CampaignDraft): DraftField[] =>
  fields.filter((field) => !isSame(from[field], to[field]));

export const pick = (draft: CampaignDraft, chosen: readonly DraftField[]): DraftChange =>
  Object.fromEntries(chosen.map((field) => [field, draft[field]]));

type Merge = { draft: CampaignDraft; taken: DraftField[]; disputed: DraftField[] };

/**
 * Their changes and mine since `base`. A field that only they changed is taken from them; one that both changed to
 * different values is disputed, and stays mine until somebody decides.
 */
export function merge(base: CampaignDraft, mine: CampaignDraft, theirs: CampaignDraft): Merge {
  const changedByMe = new Set(changedFields(base, mine));
  const changedByThem = changedFields(base, theirs).filter((field) => !isSame(mine[field], theirs[field]));
  const taken = changedByThem.filter((field) => !changedByMe.has(field));
  const disputed = changedByThem.filter((field) => changedByMe.has(field));
  return { draft: { ...mine, ...pick(theirs, taken) }, taken, disputed };
}

type Body = NonNullable<CallInput<typeof createCampaign>['body']>;
/** The words of the contract, so that the browser says what the server would say. */
const { shape } = createCampaign.body;

type Complaints = Partial<Record<DraftField, string>>;

const hasBlocks = ({ document }: DraftContent): boolean => document !== null && document.blocks.length > 0;

/** What the server would refuse, by field. */
export function complaintsOf(draft: CampaignDraft): Complaints {
  const typed = [
    ['name', shape.name.safeParse(draft.name)],
    ['subject', shape.subject.safeParse(draft.subject)],
    ['previewText', shape.previewText.safeParse(draft.previewText)],
    ['content', shape.htmlContent.safeParse(hasBlocks(draft.content) ? 'blocks' : draft.content.html)],
    ['replyTo', shape.replyTo.safeParse(draft.replyTo.trim() || null)],
    ['sendingWindow', shape.sendingWindow.safeParse(draft.sendingWindow)],
    ['emails', shape.emails.safeParse(draft.emails ?? undefined)],
  ] as const;
  const ofSequence = ['name', 'sendingWindow', 'emails'];
  const asked = draft.emails ? typed.filter(([field]) => ofSequence.includes(field)) : typed;
  return Object.fromEntries(
    asked.flatMap(([field, { error }]) => (error ? [[field, error.issues[0]?.message ?? '']] : [])),
  );
}

/** Whichever of the two is sent replaces the other. */
const contentOf = ({ document, html, text, textBasis }: DraftContent) =>
  document ? { document, textContent: text, textBasis } : { content: { html, text, textBasis } };

/** The same for a preview. */
export const shownContentOf = ({ document, html, text }: DraftContent) =>
  document ? { document, content: { html: '', text } } : { content: { html, text } };

/** As the calls take it. */
export function bodyOf({ replyTo, content, emails, ...rest }: DraftChange): Partial<Body> {
  return {
    ...rest,
    ...(content && contentOf(content)),
    ...(emails && { emails }),
    ...(replyTo !== undefined && { replyTo: replyTo.trim() || null }),
  };
}

export function createBody(draft: CampaignDraft): Body {
  if (!draft.emails) return { ...bodyOf(draft), name: draft.name, subject: draft.subject };
  const { name, recipients, sendingWindow, scheduledAt, emails } = draft;
  return { type: 'SEQUENCE', name, recipients, sendingWindow, scheduledAt, emails };
}
