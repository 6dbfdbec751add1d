import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** A sending domain was verified for the first time, or lost a record after it was. */
export const domainChanged = defineEvent(
  'domain.changed',
  z.object({
    domainId: z.guid(),
    clientId: z.guid().nullable(),
    /** Null for one of the time before that was kept. */
    addedBy: z.guid().nullable(),
    news: z.enum(['verified', 'failing']),
  }),
);
