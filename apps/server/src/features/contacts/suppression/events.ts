import { channels } from '@waggle/contracts/contact-words';
import { suppressionReasons } from '@waggle/contracts/suppressions';
import { z } from 'zod';
import { defineEvent } from '#platform/outbox/outbox.ts';

/** Heard after the fact: whoever is about to write asks `suppressedAmong` in the transaction that decides. */
export const contactSuppressed = defineEvent(
  'contact.suppressed',
  z.object({
    contactId: z.uuid(),
    clientId: z.uuid().nullable(),
    channel: z.enum(channels),
    reason: z.enum(suppressionReasons),
  }),
);
