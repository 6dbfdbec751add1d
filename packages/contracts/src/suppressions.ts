import { z } from 'zod';
import { Channel, ConsentState } from './contacts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'manual', 'erased'] as const;
export const SuppressionReason = z.enum(suppressionReasons);
export type SuppressionReason = z.infer<typeof SuppressionReason>;
/** What a person of the team put there, or what a mail server said, may be taken back. What the contact said may not. */
export const liftableReasons: readonly SuppressionReason[] = ['manual', 'bounced'];

/** Where a suppression comes from; each has a word on screen. */
export const suppressionSources = [
  'team',
  'bulk',
  'import',
  'erasure',
  'unsubscribe-link',
  'bounce',
  'smtp',
  'feedback-loop',
] as const;
export type SuppressionSource = (typeof suppressionSources)[number];

export const Suppression = z.object({
  id: z.uuid(),
  channel: Channel,
  /** Null once the person was erased. */
  address: z.string().nullable(),
  reason: SuppressionReason,
  source: z.string(),
  /** Null binds the whole organization. */
  clientId: z.uuid().nullable(),
  happenedAt: Instant,
});
export type Suppression = z.infer<typeof Suppression>;

export const listSuppressions = endpoint({
  name: 'suppressions.list',
  method: 'GET',
  path: '/api/suppressions',
  needs: 'contacts:read',
  summary: 'Addresses that get nothing. A search finds the beginning of an address, and a whole one that was erased.',
  query: listQuery(['-happenedAt', 'happenedAt']).extend({
    channel: Channel.optional(),
    reason: SuppressionReason.optional(),
  }),
  reply: listReply(Suppression),
});

export const addSuppression = endpoint({
  name: 'suppressions.add',
  method: 'POST',
  path: '/api/suppressions',
  needs: 'contacts:write',
  audit: { entity: 'suppression' },
  whileHeld: true,
  summary: 'Suppresses an address by hand; one that is suppressed already stays as it is.',
  status: 201,
  body: z.strictObject({ channel: Channel.default('email'), address: line(254).min(1, 'Enter an address') }),
  reply: Suppression,
});

export const liftSuppression = endpoint({
  name: 'suppressions.lift',
  method: 'DELETE',
  path: '/api/suppressions/:suppressionId',
  needs: 'contacts:write',
  audit: { entity: 'suppression' },
  summary: 'Lifts a suppression that was set by hand or by a bounce. An opt-out of the person cannot be lifted.',
  status: 204,
  params: z.strictObject({ suppressionId: idOf('suppression') }),
  reply: NoReply,
});

export const Consent = z.object({
  id: z.uuid(),
  channel: Channel,
  state: ConsentState.exclude(['none']),
  basis: z.string().nullable(),
  textShown: z.string().nullable(),
  /** Of the form the words stood on; the hash of the words is kept beside it. */
  textVersion: z.number().int().nullable(),
  source: z.string(),
  /** Name of whoever of the team recorded it. */
  recordedBy: z.string().nullable(),
  expiresAt: Instant.nullable(),
  createdAt: Instant,
});
export type Consent = z.infer<typeof Consent>;

const contactPath = z.strictObject({ contactId: idOf('contact') });

export const listConsents = endpoint({
  name: 'consents.list',
  method: 'GET',
  path: '/api/contacts/:contactId/consents',
  needs: 'contacts:read',
  summary: 'What a contact agreed to and took back, newest first. Rows are never changed.',
  params: contactPath,
  reply: z.object({ items: z.array(Consent) }),
});

export const recordConsent = endpoint({
  name: 'consents.record',
  method: 'POST',
  path: '/api/contacts/:contactId/consents',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Notes that a contact agreed, or took it back, which suppresses the address of that channel.',
  status: 201,
  params: contactPath,
  body: z
    .strictObject({
      channel: Channel,
      state: z.enum(['granted', 'withdrawn']),
      /** Where and how: "signed the list at the fair". */
      basis: line(200).default(''),
    })
    .refine(({ state, basis }) => state === 'withdrawn' || basis !== '', {
      message: 'Tell us how they agreed',
      path: ['basis'],
    }),
  reply: Consent,
});
