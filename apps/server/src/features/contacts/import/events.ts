import { z } from 'zod';
import { defineEvent } from '#platform/outbox/outbox.ts';

/** One for each written bundle of rows, not for each contact: a million events would outlast the import. */
export const contactsImported = defineEvent(
  'contacts.imported',
  z.object({
    importId: z.uuid(),
    clientId: z.uuid().nullable(),
    created: z.number().int(),
    updated: z.number().int(),
  }),
);
