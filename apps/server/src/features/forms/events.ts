import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** Emails to people who filled in a form cannot leave; heard once for those that wait together. */
export const formEmailsHeld = defineEvent(
  'form.emails-held',
  z.object({ formId: z.guid(), clientId: z.guid().nullable() }),
);
