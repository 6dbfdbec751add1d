import { z } from 'zod';
import { EventName } from './automation-document.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** What one event may say besides its name: few small values, which the timeline keeps for 13 months. */
export const eventDataLimits = { keys: 20, text: 200 } as const;

const EventData = z
  .record(
    z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/, 'Use up to 40 letters, digits and underscores'),
    z.union([line(eventDataLimits.text), z.number(), z.boolean(), z.null()]),
  )
  .refine(
    (data) => Object.keys(data).length <= eventDataLimits.keys,
    `Send at most ${eventDataLimits.keys} values with an event`,
  );

export const reportContactEvent = endpoint({
  name: 'contacts.report-event',
  method: 'POST',
  path: '/api/contacts/:contactId/events',
  needs: 'contacts:write',
  audit: { skip: 'in-the-timeline' },
  summary:
    'Notes in the timeline of a contact that something happened, such as `trial.started`. Automations may begin with it or wait for it. `at` is now if it is left out, and at most 13 months ago; automations begin with what happened within the last 3 days.',
  status: 204,
  params: z.strictObject({ contactId: idOf('contact') }),
  body: z.strictObject({ name: EventName, at: Instant.optional(), data: EventData.optional() }),
  reply: NoReply,
});
