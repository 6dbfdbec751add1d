import { channels } from '@waggle/contracts/contact-words';
import { suppressionReasons } from '@waggle/contracts/suppressions';
import { z } from 'zod';
import { defineEvent, defineRowEvent } from '#platform/events/event.ts';
import { type ActivityLine, contactActivity } from './activity/event-rows.ts';

const contact = z.object({ contactId: z.guid(), clientId: z.guid().nullable() });

type Shape<More extends z.ZodRawShape> = z.output<z.ZodObject<typeof contact.shape & More>>;

/** An event that is a line of the timeline: of which types, and what it says besides whose it is. */
const lineEvent = <More extends z.ZodRawShape>(
  name: string,
  kinds: readonly string[],
  more: More,
  read: (line: ActivityLine & { kind: string }) => Record<string, unknown>,
) =>
  defineRowEvent<Shape<More>, ActivityLine>(name, contact.extend(more) as unknown as z.ZodType<Shape<More>>, {
    source: contactActivity,
    kinds,
    read: (_, rows) =>
      rows.map((row) => ({ contactId: row.contactId, clientId: row.clientId, ...read(row) }) as unknown as Shape<More>),
  });

const tag = { tagId: z.guid() };

/** Added by a person, a form, a call or an automation; those of a file are `contact.imported`. */
export const contactCreated = lineEvent('contact.created', ['contact.created'], { source: z.string() }, ({ data }) => ({
  source: data?.['source'],
}));
/** Added by an import, with the tags the import gives; those it only changed are `contact.updated`. */
export const contactImported = lineEvent(
  'contact.imported',
  ['contact.imported'],
  { importId: z.guid() },
  ({ refId }) => ({
    importId: refId,
  }),
);
/** Taken back out of a bulk delete. */
export const contactRestored = lineEvent('contact.restored', ['contact.restored'], {}, () => ({}));
/** Says which fields are new, so that a listener need not ask about the others. */
export const contactUpdated = lineEvent(
  'contact.updated',
  [
    'contact.updated',
    'contact.merged',
    'contact.moved',
    'suppression.lifted',
    'consent.granted',
    'consent.confirmed',
    'consent.withdrawn',
    'email.paused',
    'email.resumed',
  ],
  { changed: z.array(z.string()) },
  (line) => ({ changed: changedIn(line) }),
);
export const contactTagged = lineEvent('contact.tagged', ['tag.added'], tag, ({ refId }) => ({ tagId: refId }));
export const contactUntagged = lineEvent('contact.untagged', ['tag.removed'], tag, ({ refId }) => ({ tagId: refId }));
/** Heard after the fact: whoever is about to write asks `suppressedAmong` in the transaction that decides. */
export const contactSuppressed = lineEvent(
  'contact.suppressed',
  ['suppression.added'],
  { channel: z.enum(channels), reason: z.enum(suppressionReasons) },
  ({ data }) => ({ channel: data?.['channel'], reason: data?.['reason'] }),
);

/** Told by a program: a line of the type `event.<name>`. */
export const eventReported = lineEvent(
  'event.reported',
  ['event.*'],
  { name: z.string(), data: z.record(z.string(), z.unknown()) },
  ({ kind, data }) => ({ name: kind.slice('event.'.length), data: data?.['said'] ?? {} }),
);

const segment = { segmentId: z.guid() };
/** Only of segments that something watches (`segments/members/`). */
export const segmentEntered = lineEvent('segment.entered', ['segment.entered'], segment, ({ refId }) => ({
  segmentId: refId,
}));
export const segmentLeft = lineEvent('segment.left', ['segment.left'], segment, ({ refId }) => ({ segmentId: refId }));

/** The row and its past are gone when this is heard. */
export const contactDeleted = defineEvent('contact.deleted', contact);
/** A step of a bulk delete of thousands, which are not named one by one; each can be taken back and is then `contact.restored`. */
export const contactsDeleted = defineEvent(
  'contacts.deleted',
  z.object({ batchId: z.guid(), contacts: z.int().min(1) }),
);

function changedIn({ kind, data }: ActivityLine & { kind: string }): unknown {
  if (kind === 'contact.updated' || kind === 'contact.merged' || kind === 'contact.moved')
    return data?.['changed'] ?? [];
  if (kind === 'email.paused' || kind === 'email.resumed') return ['mail_paused_until'];
  const isEmail = data?.['channel'] === 'email';
  if (kind === 'suppression.lifted') return [isEmail ? 'status' : 'sms_consent'];
  return [isEmail ? 'email_consent' : 'sms_consent'];
}

/** The contacts of the plan reached 75, 90 or 100 percent of its limit. */
export const planFilled = defineEvent(
  'plan.filled',
  z.object({ percent: z.literal([75, 90, 100]), limit: z.int().min(1) }),
);
