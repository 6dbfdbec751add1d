import { z } from 'zod';
import { endpoint, idOf } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { tooLong } from './invalid-input.ts';

/** Characters of one email written by hand. */
export const emailLength = 20_000;

/** How far it is. `held` waits for a person, `notSent` is somebody who may not be emailed any more. */
export const emailStates = [
  'waiting',
  'held',
  'sent',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'failed',
  'notSent',
  'cancelled',
  'uncertain',
] as const;

export const ContactEmail = z.object({
  /** Also of the campaign it is sent as. */
  id: z.uuid(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(emailStates),
  /** Why it is held or failed. */
  reason: z.string().nullable(),
  /** Name of who wrote it. */
  by: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
});
export type ContactEmail = z.infer<typeof ContactEmail>;

/** What `crypto.randomUUID()` gives. It names nothing yet, so it is no id of anything. */
const requestKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const contactPath = z.strictObject({ contactId: idOf('contact') });

export const listContactEmails = endpoint({
  name: 'contact-emails.list',
  method: 'GET',
  path: '/api/contacts/:contactId/emails',
  needs: 'campaigns:read',
  summary: 'Emails people of the team wrote to this contact alone, with what became of them; the newest 50.',
  params: contactPath,
  reply: z.object({ items: z.array(ContactEmail) }),
});

export const readEmailOptions = endpoint({
  name: 'contact-emails.options',
  method: 'GET',
  path: '/api/contacts/:contactId/emails/options',
  needs: 'campaigns:send',
  summary: 'Who an email to this contact can come from, what is added below it, and what stands in its way.',
  params: contactPath,
  reply: z.object({
    /** The default first, without an id: it may be one the caller does not see. */
    senders: z.array(z.object({ id: z.uuid().nullable(), name: z.string(), email: z.string() })),
    footer: z.object({ organizationName: z.string(), postalAddress: z.string() }),
    /** What must be set up before anything can be sent; null when nothing must. */
    problem: z.string().nullable(),
  }),
});

export const sendContactEmail = endpoint({
  name: 'contact-emails.send',
  method: 'POST',
  path: '/api/contacts/:contactId/emails',
  needs: 'campaigns:send',
  audit: { entity: 'contact', after: true },
  summary:
    'Sends one email to one contact, by the rules of every campaign: a way out, the postal address, and nothing to whoever opted out. The same `requestKey` sends once.',
  status: 201,
  params: contactPath,
  body: z.strictObject({
    /** Chosen by the caller, so that a request that is repeated sends nothing twice. */
    requestKey: z.string('Invalid id').regex(requestKeyPattern, 'Invalid id'),
    /** Null is the default sender. */
    senderId: idOf('sender').nullable().default(null),
    subject: line(200, 'Email subject is required').min(1, 'Email subject is required'),
    /** Plain text; an empty line begins a paragraph, addresses of the web become links. */
    text: z
      .string('Write something first')
      .trim()
      .min(1, 'Write something first')
      .max(emailLength, { error: tooLong(emailLength), abort: true })
      .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Use letters, numbers and symbols'),
  }),
  reply: ContactEmail,
  limits: { cost: 'long-question', rate: { points: 100, seconds: 3_600, per: 'user' } },
});
