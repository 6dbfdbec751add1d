import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** The records of a verified host name were gone for a week, so new links no longer begin with it. */
export const hostStopped = defineEvent('host.stopped', z.object({ hostId: z.guid(), clientId: z.guid().nullable() }));
