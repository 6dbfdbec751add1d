import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** Somebody signed in from a device the person had not used before. */
export const accountSignedIn = defineEvent(
  'account.signed-in',
  z.object({ userId: z.guid(), device: z.string().max(200), address: z.string().max(45) }),
);
