import { z } from 'zod';
import { type ActivityLine, type Cause, causeIn, contactActivity } from '#features/contacts/index.ts';
import { defineOwnReading } from '#platform/events/event.ts';

/** Lines after which somebody may be emailed who could not be, or the other way round: who rests at an email looks again. */
const mailableLines = [
  'consent.confirmed',
  'consent.granted',
  'consent.withdrawn',
  'suppression.added',
  'suppression.lifted',
  'email.paused',
  'email.resumed',
  'email.unsubscribed',
  'email.resubscribed',
  'email.complained',
];
export const isAboutMail = (type: string): boolean => mailableLines.includes(type);

/** Lines of the timeline that automations begin with or wait for. Opens and clicks of machines leave no line. */
const kinds = [
  ...mailableLines,
  'contact.created',
  'tag.added',
  'tag.removed',
  'segment.entered',
  'segment.left',
  'form.submitted',
  'email.opened',
  'email.clicked',
  'qr.scanned',
  'purchase.made',
  'event.*',
];

/** A line: its type, what it is about, and whether an automation wrote it. */
export type Noticed = {
  contactId: string;
  clientId: string | null;
  type: string;
  refId: string | null;
  cause: Cause | null;
};

export const contactNoticed = defineOwnReading<Noticed, ActivityLine>(
  'contact.noticed',
  z.object({
    contactId: z.guid(),
    clientId: z.guid().nullable(),
    type: z.string(),
    refId: z.guid().nullable(),
    cause: z.object({ automationId: z.string(), depth: z.number() }).nullable(),
  }),
  {
    source: contactActivity,
    kinds,
    read: (_, rows) =>
      rows.map(({ kind, contactId, clientId, refId, data }) => ({
        contactId,
        clientId,
        type: kind,
        refId,
        cause: causeIn(data),
      })),
  },
);
