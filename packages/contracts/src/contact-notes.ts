import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { tooLong } from './invalid-input.ts';
import { listReply } from './listing.ts';

export const noteLength = 5_000;

export const ContactNote = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Name of who wrote it; null once they have left the team, and for those who do not see them. */
  author: z.string().nullable(),
  authorPhotoUrl: z.string().nullable(),
  /** Own notes; an ADMIN may change all of them. */
  mayChange: z.boolean(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
});
export type ContactNote = z.infer<typeof ContactNote>;

const contactPath = z.strictObject({ contactId: idOf('contact') });
const notePath = contactPath.extend({ noteId: idOf('contact-note') });

/** Plain text of several lines. */
const body = z.strictObject({
  text: z
    .string('Write something first')
    .trim()
    .min(1, 'Write something first')
    .max(noteLength, { error: tooLong(noteLength), abort: true })
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Use letters, numbers and symbols'),
});

export const listContactNotes = endpoint({
  name: 'contact-notes.list',
  method: 'GET',
  path: '/api/contacts/:contactId/notes',
  needs: 'contacts:read',
  summary: 'What the team noted about a contact, newest first.',
  params: contactPath,
  query: z.strictObject({
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: listReply(ContactNote),
});

export const addContactNote = endpoint({
  name: 'contact-notes.create',
  method: 'POST',
  path: '/api/contacts/:contactId/notes',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Adds a note to a contact.',
  status: 201,
  params: contactPath,
  body,
  reply: ContactNote,
});

export const editContactNote = endpoint({
  name: 'contact-notes.update',
  method: 'PUT',
  path: '/api/contacts/:contactId/notes/:noteId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Changes the text of an own note; an ADMIN may change every note.',
  params: notePath,
  body,
  reply: ContactNote,
});

export const deleteContactNote = endpoint({
  name: 'contact-notes.delete',
  method: 'DELETE',
  path: '/api/contacts/:contactId/notes/:noteId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Deletes an own note for good; an ADMIN may delete every note.',
  status: 204,
  params: notePath,
  reply: NoReply,
});
