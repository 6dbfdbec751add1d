import type { InboxEvent } from '../inbox/event.ts';

/** A process as others know it. */
export type ProcessName = { id: string; folderId: string; role: ProcessRole; host: string };
export type ProcessRole = 'api' | 'edge' | 'worker' | 'all';

/** What became of a mail: its dot is about to be given, it was accepted, it failed for good, or it waits again. */
export type SendStep = 'o' | 'a' | 'f' | 'p';
export type SendsEntry = {
  k: 'sends';
  organizationId: string;
  campaignId: string;
  month: string;
  /** A step, the contact and, for an offer, the mail: 23 or 45 characters. */
  sends: string[];
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
/** An organization that was deleted, with everything it had. */
export type GoneEntry = { k: 'gone'; organizationId: string };
export type EventEntry = { k: 'event'; event: InboxEvent };

/** What must be done again on a database that has forgotten it. */
export type RecoverableEntry = SendsEntry | ErasureEntry | GoneEntry | EventEntry;

export type Entry =
  | ({ k: 'head'; startedAt: number } & ProcessName)
  | { k: 'joined'; installationId: string; epoch: number }
  /** Everything before it was written when the database had taken this beat. */
  | { k: 'beat'; no: number }
  /** Processes that send and were alive. */
  | { k: 'seen'; processes: ProcessName[] }
  | RecoverableEntry;

export const isRecoverable = (entry: Entry): entry is RecoverableEntry =>
  entry.k === 'sends' || entry.k === 'erasure' || entry.k === 'gone' || entry.k === 'event';

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
