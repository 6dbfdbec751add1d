import { z } from 'zod';
import { type ActivityLine, contactActivity } from '#features/contacts/index.ts';
import { defineRowEvent } from '#platform/events/event.ts';

const purchase = z.object({ contactId: z.guid(), clientId: z.guid().nullable(), purchaseId: z.guid() });

/** Of a buyer who is known. It happened when they bought, which may be long ago for what comes out of a file. */
export const purchaseMade = defineRowEvent<z.output<typeof purchase>, ActivityLine>('purchase.made', purchase, {
  source: contactActivity,
  kinds: ['purchase.made'],
  read: (_, rows) => rows.map(({ contactId, clientId, refId }) => ({ contactId, clientId, purchaseId: refId! })),
});
