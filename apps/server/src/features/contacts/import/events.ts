import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** Rows `from` to `to` of a file are written. One for each bundle of rows; each contact of it has its line. */
export const contactsImported = defineEvent(
  'contacts.imported',
  z.object({
    importId: z.guid(),
    clientId: z.guid().nullable(),
    from: z.int().min(0),
    to: z.int().min(0),
    created: z.int().min(0),
    updated: z.int().min(0),
  }),
);

/** An import came to its end by itself: complete, or failed on the way. */
export const importFinished = defineEvent(
  'import.finished',
  z.object({
    importId: z.guid(),
    clientId: z.guid().nullable(),
    /** Null when the person is gone. */
    startedBy: z.guid().nullable(),
    state: z.enum(['done', 'failed']),
  }),
);
