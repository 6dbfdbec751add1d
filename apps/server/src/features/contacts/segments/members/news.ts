import { z } from 'zod';
import { defineOwnReading } from '#platform/events/event.ts';
import { causeIn, type Cause } from '../../activity/cause.ts';
import { type ActivityLine, contactActivity } from '../../activity/event-rows.ts';

/**
 * Lines after which somebody may be in another segment than before. Emails that were sent are not among them: there are as many
 * as a campaign has readers, and who was sent one is found by the hourly pass.
 */
const kinds = [
  'contact.created',
  'contact.imported',
  'contact.restored',
  'contact.updated',
  'contact.merged',
  'contact.moved',
  'tag.added',
  'tag.removed',
  'consent.*',
  'suppression.*',
  'email.paused',
  'email.resumed',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complained',
  'email.unsubscribed',
  'email.resubscribed',
  'form.submitted',
  'qr.scanned',
  'purchase.*',
];

export type News = { contactId: string; isQuiet: boolean; cause: Cause | null };

export const contactNews = defineOwnReading<News, ActivityLine>(
  'contact.news',
  z.object({
    contactId: z.guid(),
    isQuiet: z.boolean(),
    cause: z.object({ automationId: z.string(), depth: z.number() }).nullable(),
  }),
  {
    source: contactActivity,
    kinds,
    read: (_, rows) =>
      rows.map(({ kind, contactId, data }) => ({ contactId, isQuiet: isQuiet(kind, data), cause: causeIn(data) })),
  },
);

/** Nothing that a contact did: it came with a file, was changed by one, or was brought back. */
const isQuiet = (kind: string, data: ActivityLine['data']): boolean =>
  kind === 'contact.imported' || kind === 'contact.restored' || data?.['importId'] !== undefined;
