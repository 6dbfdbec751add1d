import type { InboxEvent } from '../inbox/event.ts';

/** A process as others know it. */
export type ProcessName = { id: string; folderId: string; role: ProcessRole; host: string };
export type ProcessRole = 'api' | 'edge' | 'worker' | 'all';

/** What became of a mail: its dot is about to be given, it was accepted, it failed for good, or it waits again. */
export type SendStep = 'o' | 'a' | 'f' | 'p';
/** An email of an automation: what it says, in which month its people entered, and for the how-many-th time. */
export type StepNote = { automationId: string; stepId: string; contentHash: string; month: string; pass: number };
export type SendsEntry = {
  k: 'sends';
  organizationId: string;
  campaignId: string;
  month: string;
  /** What its emails are, for a campaign of a step: one that was opened after the backup is made again from it. */
  step?: StepNote;
  /** A step, the contact and, for an offer, the mail: 23 or 45 characters. */
  sends: string[];
};
/** The same of emails of forms, by their rows. */
export type FormSendsEntry = { k: 'form-sends'; organizationId: string; sends: string[] };
/** A scheduled report to one recipient. Its row may be younger than the backup, so the entry has all of it but the address. */
export type ReportSendEntry = {
  k: 'report-send';
  organizationId: string;
  id: string;
  scheduleId: string;
  linkId: string;
  period: string;
  /** Keyed, of the address. */
  addressHash: string;
  step: SendStep;
};
export type ErasureEntry = {
  k: 'erasure';
  organizationId: string;
  /** The one client it held for; null is the whole organization. */
  clientId: string | null;
  contactIds: string[];
  /** hash_address() of the addresses, and the key they were made with, encrypted. No address in plain. */
  hashes: string[];
  key: string;
};
/** Addresses that get nothing from a moment on, because the team, a server or a complaint says so. Opt-outs by a link are events. */
export type SuppressedEntry = {
  k: 'suppressed';
  organizationId: string;
  /** Whom it binds; null is the whole organization. */
  clientId: string | null;
  channel: string;
  reason: string;
  source: string;
  sourceId: string | null;
  /** When, by the clock of the database: notes of several processes are read in any order. */
  at: number;
  /** Of the addresses, under the key beside them, encrypted. */
  hashes: string[];
  contactIds: string[];
  key: string;
};
/** The team has taken it back. */
export type LiftedEntry = {
  k: 'lifted';
  organizationId: string;
  clientId: string | null;
  channel: string;
  source: string;
  at: number;
  hashes: string[];
  /** Whether contacts with these addresses are written to again. */
  revives: boolean;
};
/** An organization that was deleted, with everything it had. */
export type GoneEntry = { k: 'gone'; organizationId: string };
export type EventEntry = { k: 'event'; event: InboxEvent };

/** What must be done again on a database that has forgotten it. */
export type RecoverableEntry =
  | SendsEntry
  | FormSendsEntry
  | ReportSendEntry
  | SuppressedEntry
  | LiftedEntry
  | ErasureEntry
  | GoneEntry
  | EventEntry;

export type Entry =
  | ({ k: 'head'; startedAt: number } & ProcessName)
  | { k: 'joined'; installationId: string; epoch: number }
  /** Everything before it was written when the database had taken this beat. */
  | { k: 'beat'; no: number }
  /** Processes that send and were alive. */
  | { k: 'seen'; processes: ProcessName[] }
  | RecoverableEntry;

const recoverable: Record<RecoverableEntry['k'], true> = {
  sends: true,
  'form-sends': true,
  'report-send': true,
  suppressed: true,
  lifted: true,
  erasure: true,
  gone: true,
  event: true,
};
/** A version after this one may have noted what this one does not know. */
export const isRecoverable = (entry: Entry): entry is RecoverableEntry => Object.hasOwn(recoverable, entry.k);

/** 36 characters become 22: a million mails are some 70 MB. */
const short = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
const long = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const packSend = (step: SendStep, contactId: string, sendId = ''): string =>
  step + short(contactId) + (sendId && short(sendId));

export const unpackSend = (packed: string): { step: SendStep; contactId: string; sendId: string | null } => ({
  step: packed.charAt(0) as SendStep,
  contactId: long(packed.slice(1, 23)),
  sendId: packed.length > 23 ? long(packed.slice(23)) : null,
});
