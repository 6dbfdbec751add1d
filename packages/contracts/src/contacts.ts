import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { contactAddress, Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';
import { TagColor } from './tags.ts';

export const contactStatuses = ['active', 'lead', 'unsubscribed', 'bounced', 'complained'] as const;
export const ContactStatus = z.enum(contactStatuses);
export type ContactStatus = z.infer<typeof ContactStatus>;

export const contactSources = ['manual', 'import', 'form', 'api', 'automation'] as const;
export const ContactSource = z.enum(contactSources);
export type ContactSource = z.infer<typeof ContactSource>;

export const Contact = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  source: ContactSource,
  status: ContactStatus,
  clientId: z.uuid().nullable(),
  tags: z.array(z.object({ id: z.uuid(), name: z.string(), color: TagColor })),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Contact = z.infer<typeof Contact>;

const contactPath = z.strictObject({ contactId: idOf('contact') });
/** Empty and absent are the same: nothing is known. */
const known = (max: number) => line(max).nullable();

export const listContacts = endpoint({
  name: 'contacts.list',
  method: 'GET',
  path: '/api/contacts',
  needs: 'contacts:read',
  summary: 'Contacts with their tags. A search that finds nothing as typed looks for similar words.',
  query: listQuery(['-createdAt', 'createdAt', 'email', '-email', 'name', '-name']).extend({
    tagId: idOf('tag').optional(),
    status: ContactStatus.optional(),
    source: ContactSource.optional(),
  }),
  reply: listReply(Contact),
});

export const createContact = endpoint({
  name: 'contacts.create',
  method: 'POST',
  path: '/api/contacts',
  needs: 'contacts:write',
  summary: 'Adds a contact, unless the address is known already or the plan is full.',
  status: 201,
  body: z.strictObject({
    email: contactAddress(),
    firstName: known(100).default(null),
    lastName: known(100).default(null),
    phone: known(40).default(null),
    source: ContactSource.default('manual'),
    status: z.enum(['active', 'lead']).default('active'),
  }),
  reply: Contact,
});

export const readContact = endpoint({
  name: 'contacts.read',
  method: 'GET',
  path: '/api/contacts/:contactId',
  needs: 'contacts:read',
  summary: 'One contact with its tags.',
  params: contactPath,
  reply: Contact,
});

export const updateContact = endpoint({
  name: 'contacts.update',
  method: 'PUT',
  path: '/api/contacts/:contactId',
  needs: 'contacts:write',
  summary: 'Edits a contact. Somebody who has opted out stays opted out.',
  params: contactPath,
  body: z.strictObject({
    email: contactAddress().optional(),
    firstName: known(100).optional(),
    lastName: known(100).optional(),
    phone: known(40).optional(),
    source: ContactSource.optional(),
    status: z.enum(['active', 'lead', 'unsubscribed']).optional(),
  }),
  reply: Contact,
});

export const deleteContact = endpoint({
  name: 'contacts.delete',
  method: 'DELETE',
  path: '/api/contacts/:contactId',
  needs: 'contacts:write',
  summary: 'Deletes a contact and what is known about it.',
  status: 204,
  params: contactPath,
  reply: NoReply,
});

export const addContactTag = endpoint({
  name: 'contacts.add-tag',
  method: 'POST',
  path: '/api/contacts/:contactId/tags',
  needs: 'contacts:write',
  summary: 'Gives a contact a tag; having it already is fine.',
  params: contactPath,
  body: z.strictObject({ tagId: idOf('tag') }),
  reply: Contact,
});

export const removeContactTag = endpoint({
  name: 'contacts.remove-tag',
  method: 'DELETE',
  path: '/api/contacts/:contactId/tags/:tagId',
  needs: 'contacts:write',
  summary: 'Takes a tag from a contact.',
  status: 204,
  params: contactPath.extend({ tagId: idOf('tag') }),
  reply: NoReply,
});
