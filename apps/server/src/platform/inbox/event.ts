import type { Touch } from '../tracking/touch-token.ts';

/** What a request says about who sent it. Each text is cut at 512 characters and has no control characters. */
export type Signals = {
  address: string;
  userAgent?: string;
  accept?: string;
  language?: string;
  referrer?: string;
  /** Purpose, Sec-Purpose, X-Purpose or X-Moz: somebody looks ahead for a person who may never come. */
  purpose?: string;
  fetchMode?: string;
  fetchDest?: string;
  fetchSite?: string;
  fetchUser?: string;
  /** Sec-CH-UA, Sec-CH-UA-Mobile and Sec-CH-UA-Platform. */
  brands?: string;
  mobile?: string;
  platform?: string;
  /** The mail it is about. */
  sendId?: string;
  /** What a link out of a mail carries for the time when the ledger has forgotten it, both in hex. */
  addressHash?: string;
  clientMark?: string;
  /** Which of the mail's links was followed. */
  linkNo?: number;
  /** How long the reader wants no mail. */
  pauseDays?: PauseDays;
  /** Which topics the reader wants and which not. */
  topics?: readonly TopicSignal[];
  /** Recorded by the team and noted for a database that is restored; no edge says so. */
  byTeam?: true;
  /** What was sent with a form, by id of the field. */
  submission?: {
    version: number;
    answers: Record<string, string | true>;
    touch?: Touch;
    /** From its page with or without the script, or by a program. */
    way?: 'script' | 'page' | 'call';
    /** Why it looks like spam. */
    spam?: readonly string[];
    /** No email goes to the address it names: too many name it. */
    quiet?: boolean;
  };
  /** How many people opened a form, began it and came as far as each field, counted over some time. */
  progress?: { version: number; views: number; starts: number; reached: Record<string, number> };
  /** What a shop says was bought or given back: JSON in its own words, checked by its signature. */
  order?: { kind: 'stripe' | 'shopify' | 'signed'; topic: string; text: string };
  /** What somebody else says became of a mail. */
  report?: Report;
};

/** `text` is JSON in the words of its provider; `smtp` stands for a bounce that came back as a mail. */
export type Report = { provider: 'ses' | 'postmark' | 'smtp'; text: string };

/** Days of a break from all mail that a reader may choose; 0 ends it. */
export const pauseChoices = [0, 30, 90] as const;
export type PauseDays = (typeof pauseChoices)[number];

/** Topics on one page: those of a client, and those of the organization it belongs to. */
export const mostTopicsShown = 40;
export type TopicSignal = { id: string; out: boolean };

/** What a person was promised to be at once; there is an index of those that wait. */
export const optOutKinds: readonly string[] = ['unsubscribe', 'resubscribe', 'pause', 'topics'];

/** Without one of these a figure is short by one. Any other is somebody's word: an opt-out, a complaint, a lead or a purchase. */
export const countedKinds: readonly string[] = ['open', 'click', 'scan', 'form-progress'];

const requestSignals: readonly (keyof Signals)[] = [
  'userAgent',
  'accept',
  'language',
  'referrer',
  'purpose',
  'fetchMode',
  'fetchDest',
  'fetchSite',
  'fetchUser',
  'brands',
  'mobile',
  'platform',
];

/** What somebody asked for, without what tells who sent the request. */
export const withoutRequest = (event: InboxEvent): InboxEvent => ({
  ...event,
  signals: {
    ...(Object.fromEntries(
      Object.entries(event.signals).filter(([name]) => !requestSignals.includes(name as keyof Signals)),
    ) as Signals),
    address: '',
  },
});

/** Something a stranger did, as the edge tells it. The id is the edge's own: told twice, it is one event. */
export type InboxEvent = {
  id: string;
  organizationId: string;
  clientId: string | null;
  /** Declared by the feature that understands it. */
  kind: string;
  /** What it happened to: the QR code of a scan, the campaign of a mail or the mail, the connection a provider reports for. */
  subjectId: string;
  /** Milliseconds since 1970 by the edge's clock; its day in UTC is the partition, or the default one. */
  happenedAt: number;
  signals: Signals;
};
