import type { Condition } from '@waggle/contracts/contact-rules';
import type { JudgedCondition } from './judged.ts';

/** A line of a timeline, or what lets somebody in without one. All times are milliseconds. */
export type PastLine = {
  type: string;
  refId: string | null;
  at: number;
  /** Where it lets them in: how many automations led here, and which year of a date it is. */
  entry?: { depth: number; occasion?: { key: string; year: number; yearly: boolean } | undefined };
  /** On paper: the step whose email it is about. */
  stepId?: string;
};

/** What is known of one contact: what was recorded, and today's answers to what was not. */
export type PastPerson = {
  contactId: string;
  /** As of today; null for who is gone. */
  contact: {
    /** Null is that of the organization. */
    zone: string | null;
    hasAddress: boolean;
    unmailable: string | null;
    fields: Record<string, unknown>;
  } | null;
  /** The last break from emails that they asked for; `from` null is not known. */
  pause: { from: number | null; until: number } | null;
  createdAt: number;
  lastActivityAt: number;
  /** Without what the automation itself did. Those before the time that is replayed are only looked back at. */
  lines: readonly PastLine[];
  submissions: readonly { formId: string; at: number }[];
  /** When the replay begins. */
  tags: ReadonlySet<string>;
  /** What a condition says today, with the values that steps on paper have set. */
  today(condition: Condition, set: ReadonlyMap<string, unknown>): JudgedCondition;
};

/** Kinds of lines that wake people up who wait for them. */
const heard = new Set([
  'tag.added',
  'tag.removed',
  'segment.entered',
  'segment.left',
  'form.submitted',
  'email.opened',
  'email.clicked',
  'qr.scanned',
  'purchase.made',
]);

/** The kind of happening that a line is; null for others. */
export const kindOfLine = (type: string): string | null =>
  type.startsWith('event.') ? 'event' : heard.has(type) ? type : null;
