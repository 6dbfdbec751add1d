import { z } from 'zod';
import { ClientOfNew, Owner } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** Topics of one client, or of the organization itself, that can be chosen at a time. */
export const mostTopics = 20;
/** Together with those that are archived. */
export const mostTopicsKept = 100;

export const Topic = z.object({
  id: z.uuid(),
  /** Null is the organization itself. */
  clientId: z.uuid().nullable(),
  name: z.string(),
  /** A line for recipients; it may be empty. */
  description: z.string(),
  /** Neither offered for a campaign nor shown to recipients. Who opted out of it stays out. */
  archived: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Topic = z.infer<typeof Topic>;

const name = line(60, 'Enter a name').min(1, 'Enter a name');
const description = line(200);
const topicPath = z.strictObject({ topicId: idOf('topic') });

export const listTopics = endpoint({
  name: 'topics.list',
  method: 'GET',
  path: '/api/topics',
  needs: 'contacts:read',
  summary:
    'Topics in the order in which recipients see them, archived ones last: of one client, or with owner=organization of the organization itself. Without `owner` those of the client that is shown, or of the organization itself.',
  query: z.strictObject({ owner: Owner.optional() }),
  reply: z.object({ items: z.array(Topic) }),
});

export const createTopic = endpoint({
  name: 'topics.create',
  method: 'POST',
  path: '/api/topics',
  needs: 'contacts:write',
  audit: { entity: 'topic' },
  summary: `Adds a topic that recipients can opt out of, behind the others. There is room for ${mostTopics}.`,
  status: 201,
  body: z.strictObject({ name, description: description.default(''), clientId: ClientOfNew }),
  reply: Topic,
});

export const updateTopic = endpoint({
  name: 'topics.update',
  method: 'PUT',
  path: '/api/topics/:topicId',
  needs: 'contacts:write',
  audit: { entity: 'topic' },
  summary:
    'Renames or describes a topic, archives it or brings it back. Archiving keeps who opted out, and campaigns that have it still leave them out.',
  params: topicPath,
  body: z.strictObject({ name, description, archived: z.boolean() }).partial(),
  reply: Topic,
});

export const orderTopics = endpoint({
  name: 'topics.order',
  method: 'PUT',
  path: '/api/topics/:topicId/position',
  needs: 'contacts:write',
  audit: { entity: 'topic' },
  summary: 'Puts a topic at another place among those that are not archived; the first is 0.',
  params: topicPath,
  body: z.strictObject({
    position: z
      .number()
      .int()
      .min(0)
      .max(mostTopics - 1),
  }),
  reply: z.object({ items: z.array(Topic) }),
});

export const deleteTopic = endpoint({
  name: 'topics.delete',
  method: 'DELETE',
  path: '/api/topics/:topicId',
  needs: 'contacts:write',
  audit: { entity: 'topic' },
  summary:
    'Deletes a topic and what people chose of it. Refused with 409 in_use, and the names, while campaigns have it: archive it instead.',
  status: 204,
  params: topicPath,
  reply: NoReply,
});

/** What a contact may be sent of one topic. */
export const ContactTopic = z.object({
  topicId: z.uuid(),
  name: z.string(),
  archived: z.boolean(),
  optedOut: z.boolean(),
  /** Who said so last: the contact on the preferences page, or somebody of the team. Null where nobody said anything. */
  by: z.enum(['person', 'team']).nullable(),
  chosenAt: Instant.nullable(),
});
export type ContactTopic = z.infer<typeof ContactTopic>;

const contactPath = z.strictObject({ contactId: idOf('contact') });

export const listContactTopics = endpoint({
  name: 'contact-topics.list',
  method: 'GET',
  path: '/api/contacts/:contactId/topics',
  needs: 'contacts:read',
  summary: 'The topics of the contact’s client, and which of them the contact opted out of.',
  params: contactPath,
  reply: z.object({ items: z.array(ContactTopic) }),
});

export const chooseContactTopic = endpoint({
  name: 'contact-topics.choose',
  method: 'PUT',
  path: '/api/contacts/:contactId/topics/:topicId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary:
    'Records that a contact opted out of a topic, or takes back what the team recorded. What the contact chose can only be taken back by the contact, on the preferences page.',
  params: contactPath.extend({ topicId: idOf('topic') }),
  body: z.strictObject({ optedOut: z.boolean() }),
  reply: ContactTopic,
});
