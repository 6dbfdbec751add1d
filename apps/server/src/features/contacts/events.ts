import { z } from 'zod';
import { defineEvent } from '#platform/outbox/outbox.ts';

const contact = z.object({ contactId: z.uuid(), clientId: z.uuid().nullable() });

export const contactCreated = defineEvent('contact.created', contact);
/** Says which fields are new, `tags` among them, so that a listener need not ask about the others. */
export const contactUpdated = defineEvent('contact.updated', contact.extend({ changed: z.array(z.string()) }));
/** The row and its past are gone when this is heard. */
export const contactDeleted = defineEvent('contact.deleted', contact);
/** A step of a bulk change of thousands, which are not named one by one. */
export const contactsChanged = defineEvent(
  'contacts.changed',
  z.object({ batchId: z.uuid(), action: z.enum(['tag', 'untag', 'status', 'delete']), undone: z.boolean() }),
);
