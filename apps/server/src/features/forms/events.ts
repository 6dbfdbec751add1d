import { z } from 'zod';
import { type ActivityLine, contactActivity } from '#features/contacts/index.ts';
import { defineEvent, defineRowEvent } from '#platform/events/event.ts';

/** Emails to people who filled in a form cannot leave; heard once for those that wait together. */
export const formEmailsHeld = defineEvent(
  'form.emails-held',
  z.object({ formId: z.guid(), clientId: z.guid().nullable() }),
);

const contact = { contactId: z.guid(), clientId: z.guid().nullable() };
const submitted = z.object({ ...contact, formId: z.guid(), submissionId: z.guid() });
const scanned = z.object({ ...contact, codeId: z.guid() });

/** By somebody who is a contact by then; spam and what comes without an address is none. */
export const formSubmitted = defineRowEvent<z.output<typeof submitted>, ActivityLine>('form.submitted', submitted, {
  source: contactActivity,
  kinds: ['form.submitted'],
  read: (_, rows) =>
    rows.map(({ contactId, clientId, refId, data }) => ({
      contactId,
      clientId,
      formId: refId!,
      submissionId: data?.['submissionId'] as string,
    })),
});

/** By somebody who said who they are with the form that the code led to; `code.scanned` is every scan, of strangers. */
export const qrScanned = defineRowEvent<z.output<typeof scanned>, ActivityLine>('qr.scanned', scanned, {
  source: contactActivity,
  kinds: ['qr.scanned'],
  read: (_, rows) => rows.map(({ contactId, clientId, refId }) => ({ contactId, clientId, codeId: refId! })),
});
